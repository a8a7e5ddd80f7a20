import * as z from 'zod';
import { readKept } from '../../../api/read-input.ts';

/** Kinds of chart that results can be drawn as. */
const chartTypes = ['bar', 'line', 'area', 'pie', 'number', 'table'] as const;
export const chartRoles = ['x', 'series', 'y'] as const;
export type ChartRole = (typeof chartRoles)[number];
/** How many groups a chart shows. */
export const chartLimits = [5, 25] as const;
/** More columns than this nobody reads. */
export const maxProperties = 500;

const propertyId = z.string().min(1).max(500);
const order = z.int().min(0).max(maxProperties);
const caption = z.string().max(200);

/** A column of the table; `propertyId` is its path in the rows, such as `userIdentity.arn`. */
export const TableProperty = z.object({ order, propertyId });
export type TableProperty = z.output<typeof TableProperty>;

/** A column of the chart. What stands for the whole chart is read from its first property. */
export const ChartProperty = z.object({
  order,
  propertyId,
  limit: z.literal(chartLimits, 'must be 5 or 25').nullish(),
  chartType: z.enum(chartTypes).nullish(),
  colorHexes: z
    .array(z.string().regex(/^#[0-9a-f]{6}$/i, 'must be colours such as #7aa7fb'))
    .max(100)
    .nullish(),
  sortDirection: z.enum(['ascending', 'descending']).nullish(),
  role: z.enum(chartRoles).nullish(),
  isStacked: z.boolean().nullish(),
  isLogarithmic: z.boolean().nullish(),
  title: caption.nullish(),
  /** Of the axis this property is drawn on. */
  caption: caption.nullish(),
});
export type ChartProperty = z.output<typeof ChartProperty>;

export const UserConfigInput = z.object({
  queryId: z.string().max(100),
  tableProperties: z.array(TableProperty).max(maxProperties).nullish(),
  chartProperties: z.array(ChartProperty).max(maxProperties).nullish(),
});
export type UserConfigInput = z.input<typeof UserConfigInput>;

/** Throws `InvalidInput` that names the first field at fault. */
export function readUserConfig(input: unknown): z.output<typeof UserConfigInput> {
  return readKept(UserConfigInput, input, 'The choice of columns and charts');
}
