import { cloudTrailLines } from './cloudtrail-events.ts';
import { loadByHand } from './lake-load.ts';

const [eventCount = '10000', rowsPerInsert = '5000'] = process.argv.slice(2);
const loaded = await loadByHand(cloudTrailLines(Number(eventCount), 11, new Date()), Number(rowsPerInsert));
console.log(JSON.stringify(loaded));
process.exit(0);
