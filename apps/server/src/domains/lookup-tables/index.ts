export type { LookupTablesService } from './service.ts';
