import type { GraphqlParts } from '../../api/builder.ts';
import { actorOf } from '../../api/context.ts';
import { wholeNumber } from '../../api/whole-number.ts';
import { placesAccess } from './access.ts';
import { placeKindNames, type Place } from './place-kinds.ts';

/** Whatever has a name, found by it: each kind as far as its own list would show it to the person. */
export function placeTypes({ builder }: GraphqlParts): void {
  const Kind = builder.enumType('PlaceKind', { values: placeKindNames });
  const PlaceType = builder.objectRef<Place>('Place').implement({
    description: 'Something a person can go to by its name.',
    auth: 'with-parent',
    fields: (t) => ({
      kind: t.expose('kind', { type: Kind }),
      id: t.exposeID('id'),
      title: t.exposeString('title'),
      note: t.exposeString('note', { description: 'What tells it from others of its kind; may be empty.' }),
      at: t.expose('at', { type: 'DateTime', nullable: true, description: 'Of alerts and searches.' }),
      params: t.expose('params', {
        type: 'JSON',
        nullable: true,
        description: 'What a search asked for; of searches only.',
      }),
    }),
  });
  const Input = builder.inputType('PlacesInput', {
    fields: (t) => ({
      text: t.string({ required: true, description: 'Words of its name, or its id; empty for the newest.' }),
      limitPerKind: t.int({ defaultValue: 5, description: '1 to 20.' }),
    }),
  });
  builder.queryFields((t) => ({
    places: t.field({
      description: 'Kind by kind what this person may see, in each kind what fits best first.',
      type: [PlaceType],
      auth: placesAccess.find,
      args: { input: t.arg({ type: Input, required: true }) },
      resolve: (_root, { input }, context) => {
        const limit = input.limitPerKind ?? 5;
        wholeNumber('limitPerKind', limit, 20);
        return context.services.places.find(actorOf(context), input.text, limit);
      },
    }),
  }));
}
