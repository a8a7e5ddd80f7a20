import type { Lake } from '@margay/lake';
import type { ReadySearch } from '@margay/query';
import { parseLakeTime } from '@margay/query';
import { detailsPage } from '../components/details.ts';
import type { AskLake } from '../runs/ask-lake.ts';
import { tablesRead } from './tables.ts';

const dayMs = 24 * 60 * 60_000;
