/** Leaves out the tests that take seconds each, and see nothing that the others do not. */
