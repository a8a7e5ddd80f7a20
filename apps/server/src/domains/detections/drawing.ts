import type { TextReader } from '../../typed-text/reader.ts';
import { drawnLogic, type DrawnLogic, type LogicFields } from './builder-view.ts';
import { drawingTask } from './text-tasks.ts';

/** Characters that are read at once: a list shows a hundred detections, and each takes a few milliseconds at most. */
const shortText = 4_000;

/** Draws the logic of detections. Fields of one definition that are asked together are read once. */
export function createDrawing(texts: TextReader): (definition: LogicFields) => Promise<DrawnLogic> {
  const known = new WeakMap<LogicFields, Promise<DrawnLogic>>();

  async function draw(definition: LogicFields): Promise<DrawnLogic> {
    const { simpleDetectionBody, inlineFilters, dynamicAlertTitle } = definition;
    const { dynamicAlertContext, dynamicGroupBy, dynamicSeverities } = definition;
    const fields: LogicFields = {
      simpleDetectionBody,
      inlineFilters,
      dynamicAlertTitle,
      dynamicAlertContext,
      dynamicGroupBy,
      dynamicSeverities,
    };
    const length = Object.values(fields).reduce((sum, text) => sum + (text?.length ?? 0), 0);
    return length <= shortText
      ? drawnLogic(fields)
      : texts.read(drawingTask, fields, { what: 'The simple detection' });
  }

  return (definition) => {
    const drawn = known.get(definition) ?? draw(definition);
    known.set(definition, drawn);
    return drawn;
  };
}
