/** Prints the simulation of consensus and stopping rules: `npm run simulate`. */
import { describeSimulation } from './consensus-simulation.ts';

process.stdout.write(describeSimulation({ trials: 20_000, seed: 1 }));
