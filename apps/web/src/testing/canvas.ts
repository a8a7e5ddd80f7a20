/**
 * happy-dom has no canvas: its context is null, and a chart that draws into it throws from a timer, after the test. Charts
 * are tested by the table that stands beside them for screen readers; here they may draw into nothing.
 */
const nothing = (): unknown => context;
const context: unknown = new Proxy(nothing, {
  get: (_target, name) =>
    name === 'measureText' ? () => ({ width: 0 }) : name === Symbol.toPrimitive ? () => 0 : context,
  set: () => true,
  apply: nothing,
});

/** Paths of a canvas that draws nothing. */
export class EmptyPath {
  moveTo(): void {}
  lineTo(): void {}
  rect(): void {}
  roundRect(): void {}
  arc(): void {}
  closePath(): void {}
  addPath(): void {}
}
Object.defineProperty(globalThis, 'Path2D', { value: EmptyPath, configurable: true });
HTMLCanvasElement.prototype.getContext = (() => context) as typeof HTMLCanvasElement.prototype.getContext;
