export { destinationSamples } from './destination-samples.ts';
