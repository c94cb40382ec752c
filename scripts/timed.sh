#!/usr/bin/env bash
# Runs a command and prints its time: timed.sh NAME COMMAND...
name=$1
shift
SECONDS=0
"$@"
status=$?
echo "$name: $SECONDS s"
exit "$status"
