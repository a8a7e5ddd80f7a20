import { lazy, Suspense } from 'react';
import type { ReactNode } from 'react';
import { SchemaSlot } from '../../lib/data-lake/slots.ts';

const SchemaSheet = lazy(async () => ({ default: (await import('./schema-viewer.tsx')).SchemaSheet }));

/** Gives the screens inside the schema viewer, which is loaded when it is first opened. */
export function SchemaSheetFill({ children }: { children: ReactNode }) {
  return (
    <SchemaSlot.Fill
      with={(props) =>
        props.names.length > 0 && (
          <Suspense>
            <SchemaSheet {...props} />
          </Suspense>
        )
      }
    >
      {children}
    </SchemaSlot.Fill>
  );
}
