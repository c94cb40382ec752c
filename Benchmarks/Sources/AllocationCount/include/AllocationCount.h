#pragma once
/// The calls of malloc and its like since the program started; 0 for ever where they can't be counted.
unsigned long accord_allocation_count(void);
