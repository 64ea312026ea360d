/** Leaves out tests that take seconds each, such as a year of polls: they see little that the others do not. */
const { addEventHandler } = require('jest-circus');

const slow =
	/simulated year|stays (at or below|below|within)|longer than a poll|dense feed|more than 500 pages|told in hours|random histories|whatever the node answers|second by second|five thousand validators/;

function skipSlow(block, path) {
	for (const child of block.children) {
		const name = `${path} ${child.name}`;
		if (child.type === 'describeBlock') skipSlow(child, name);
		else if (slow.test(name)) child.mode = 'skip';
	}
}

addEventHandler(({ name }, { rootDescribeBlock }) => {
	if (name === 'run_start') skipSlow(rootDescribeBlock, '');
});
