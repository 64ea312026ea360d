/* Builds what the tests of this folder need of avalanchego, where it can be built; they build what is missing. */
import { findAvalanchego } from './avalanchego.mts';

await findAvalanchego(console.log);
