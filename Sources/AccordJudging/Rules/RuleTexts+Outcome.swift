extension RuleTexts {
    static let outcome = """
        outcome.value: the call returned another value
          The value is compared with “returns” by its stored properties or by its coding; either may match. Only what is
          named is compared, lists whole.
        → Compare “expected” and “actual” at the place.
        outcome.returned: the call returned where it has to throw
          A status or a fault that means failure came, and the call returned as if nothing had happened.
        → Check the status before decoding; pass every error on.
        outcome.threw: the call threw where it has to return
          The answer is one that the schema allows, and the client refused it.
        → Decode only what is needed; let optional properties be missing and unknown ones be there.
        outcome.error: the call threw another error
          The error isn't the one that “throws” names: by its case or type, and by its associated values.
        → Map the status or the fault to the documented error.
        outcome.nothing: the call gave neither a value nor an error
          A completion handler was called with nil and nil.
        → Give one of the two: data == nil without an error is a failure, too.
        outcome.both: the call gave a value and an error
          A completion handler was called with both; nobody knows which one counts.
        → Give one of the two, as Result does.
        outcome.twice: the call completed twice
          A completion handler was called more than once.
        → Return behind the first call of the completion handler.
        outcome.mixed: calls made at once got in each other's way
          Several calls were made on one client, and their requests answered in another order. Each has to ask and to
          return what it asks and returns alone; one returned another's answer, sent another's request, or never ended.
        → Keep request, answer and completion handler in the call, or by task; in no property that calls share.
        outcome.hang: the call never completed
          The deadline passed, and neither a value nor an error had come.
        → Call the completion handler on every path: a guard that only returns is the usual cause.
        outcome.ignored: the client reads what it is said to ignore
          “ignores” names places of the answer that the client never looks at; a change there changed how the call ends.
        → Take the place out of “ignores”, or don't read it.
        outcome.slow: the call took longer than the deadline
          The deadline is for calls that do nothing; this one was busy, and ended. A loaded machine may be the cause.
        → Look at what the client does with a large answer.
        outcome.crash: the client crashed
          The process ended during the case, or right behind it; what it wrote last is in the finding.
        → Replace try!, force unwraps and unchecked indices by errors.
        outcome.state: the case fails after others, and holds alone
          The cases of an operation share a child process; in a process of its own the same case passed.
        → Keep what belongs to a client in the client: a static property or a singleton outlives it.
        outcome.cancelled: the call outlived its cancellation
          The task was cancelled, and the call returned a value, or not within the deadline.
        → Pass cancellation on: await URLSession's async methods, or cancel the data task.
        outcome.unmade: the client could not be made
          The bindings' “client” closure threw, so that nothing was called.
        → See what it throws; make the client as the app does.
        outcome.unbound: the operation isn't bound
          No closure of the bindings says how the client makes this call, so that nothing was tried.
        → Add the operation to the bindings.
        outcome.notifies: other notifications were posted
          “notifies” names the notifications that the call posts, in order.
        → Post what is documented, once, on the injected centre.
        outcome.late: the call completed after its cancellation
          A completion handler was called although the call had been cancelled and had ended.
        → Guard completions by the task's state.
        outcome.leak: a task outlived the call
          The call returned, and a request of it was still under way.
        → Await or cancel every task that the call starts.
        """
}
