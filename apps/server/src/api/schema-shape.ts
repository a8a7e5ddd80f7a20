import type { RequestContext } from './context.ts';

export interface SchemaShape {
  Context: RequestContext;
  Scalars: {
    DateTime: { Input: Date; Output: Date };
    JSON: { Input: unknown; Output: unknown };
    Long: { Input: number; Output: number };
    ID: { Input: string; Output: string };
  };
  DefaultFieldNullability: false;
}
