/**
 * Node.js for the tests, with globals that cost nothing to read. jest's own has a proxy as its global object, which is
 * asked for each `Map` and each `Object` that the code names: that took a third of the tests' time.
 */
import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

const { createContext, constants } = vm;
const createPlainContext = () => createContext(constants.DONT_CONTEXTIFY);

export default class extends TestEnvironment {
	constructor(config, context) {
		// jest's class makes its context itself, and has no setting for it.
		vm.createContext = createPlainContext;
		try {
			super(config, context);
		} finally {
			vm.createContext = createContext;
		}
	}
}
