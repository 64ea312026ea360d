/**
 * A hook for n8n (EXTERNAL_HOOK_FILES) that mends its hot reload: n8n 2.41 gives up the types of nodes after its start,
 * and the first reload then reads them twice, so that each node is listed twice.
 */
const { DirectoryLoader } = require('n8n-core');

const { reset } = DirectoryLoader.prototype;
DirectoryLoader.prototype.reset = function () {
	this.typesReleased = false;
	reset.call(this);
};

module.exports = {};
