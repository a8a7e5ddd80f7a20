import * as z from 'zod';
import { actorKinds, type Actor } from './actor.ts';

/** Who did something, as it is kept with the thing: the name stays readable when the person or token is gone. */
export const Author = z.object({ id: z.string(), name: z.string(), kind: z.enum(actorKinds) });
export type Author = z.infer<typeof Author>;

export const authorOf = ({ id, name, kind }: Pick<Actor, 'id' | 'name' | 'kind'>): Author => ({
  id,
  name,
  kind,
});

export const nullableAuthor = (value: unknown): Author | null =>
  value === null ? null : Author.parse(value);
