import { unreadable, helpersUnit } from './confine.ts';
import type { Budgets, Confinement, WireContent, WireRule, WorkerMessage } from './messages.ts';
import { WorkerLost } from './python-worker.ts';
import type { WorkerSource } from './worker-source.ts';

/** A module that runs apart, and why. */
export interface ApartModule {
  kind: 'rule' | 'global' | 'data-model';
  id: string;
  reason: string;
}

/** Content for the interpreters that confined detections share, and for the one the others have in turn. */
export interface SplitContent {
  shared: WireContent;
  /** Undefined where everything is confined. */
  apart: WireContent | undefined;
  modules: ApartModule[];
}

/** Reads what bodies can reach. Verdicts are kept from one content to the next: most changes touch one rule. */
export class ConfinementReader {
  private readonly source: WorkerSource;
  private readonly budgets: Budgets;
  private helpers = '';
  private helperReasons: Record<string, string | null> = {};
  /** By body; they hold for these helpers only. */
  private verdicts = new Map<string, Confinement>();

  constructor(source: WorkerSource, budgets: Budgets) {
    this.source = source;
    this.budgets = budgets;
  }

  async split(content: WireContent): Promise<SplitContent> {
    const bodies = [...content.rules, ...content.dataModels].flatMap(({ body }) =>
      body === undefined ? [] : [body],
    );
    await this.read(content.globals, [...new Set(bodies)]);
    return this.splitBy(content);
  }

  private splitBy(content: WireContent): SplitContent {
    const modules: ApartModule[] = [];
    const globals = content.globals.map((module) => {
      const reason = this.helperReasons[module.id] ?? null;
      if (reason !== null) modules.push({ kind: 'global', id: module.id, reason });
      return { ...module, isConfined: reason === null };
    });
    const modelsApart = new Map<string, string>();
    const dataModels = content.dataModels.map((model) => {
      const reason = model.body === undefined ? null : this.verdictOf(model.body).reason;
      if (reason !== null) {
        modules.push({ kind: 'data-model', id: model.id, reason });
        for (const logType of model.logTypes) modelsApart.set(logType, model.id);
      }
      return { ...model, isConfined: reason === null };
    });
    const rules: WireRule[] = [];
    const apart: WireRule[] = [];
    for (const rule of content.rules) {
      const reason = this.reasonOf(rule, modelsApart);
      if (reason === undefined) rules.push(rule);
      else {
        apart.push(rule);
        modules.push({ kind: 'rule', id: rule.id, reason });
      }
    }
    const isConfined = (module: { isConfined: boolean }) => module.isConfined;
    const shared = {
      ...content,
      rules,
      globals: globals.filter(isConfined),
      dataModels: dataModels.filter(isConfined),
    };
    const hasApart = modules.length > 0;
    return {
      shared,
      apart: hasApart ? { ...content, globals, dataModels, rules: apart, isApart: true } : undefined,
      modules,
    };
  }

  private reasonOf(rule: WireRule, modelsApart: ReadonlyMap<string, string>): string | undefined {
    const { reason, usesModels } = this.verdictOf(rule.body);
    if (reason !== null) return reason;
    const model = usesModels
      ? rule.logTypes.map((logType) => modelsApart.get(logType)).find(Boolean)
      : undefined;
    return model === undefined ? undefined : `it asks the data model ${model}, which is not confined`;
  }

  private verdictOf(body: string): Confinement {
    return this.verdicts.get(body) ?? unreadable();
  }

  private async read(globals: WireContent['globals'], bodies: string[]): Promise<void> {
    const helpers = Object.fromEntries(globals.map(({ id, body }) => [id, body]));
    const text = JSON.stringify(helpers);
    const isKnown = text === this.helpers;
    const known = isKnown ? this.verdicts : new Map<string, Confinement>();
    const unknown = bodies.filter((body) => !known.has(body));
    if (!isKnown || unknown.length > 0) {
      this.helperReasons = Object.fromEntries(globals.map(({ id }) => [id, unreadable().reason]));
      for (let from = 0; from !== -1;) from = await this.attempt(helpers, unknown, from, known);
    }
    this.helpers = text;
    this.verdicts = new Map(bodies.map((body) => [body, known.get(body) ?? unreadable()]));
  }

  /** Returns where to go on after a body that no interpreter can read, or -1. */
  private async attempt(
    helpers: Record<string, string>,
    bodies: string[],
    from: number,
    verdicts: Map<string, Confinement>,
  ): Promise<number> {
    const hear = (message: WorkerMessage) => {
      // Texts made by our confined.py in an interpreter that has run no body.
      if (message.type === 'confined-helpers')
        this.helperReasons = JSON.parse(message.text) as Record<string, string | null>;
      else if (message.type === 'confinement')
        verdicts.set(bodies[message.unit]!, JSON.parse(message.text) as Confinement);
    };
    const { loadMs } = this.budgets;
    const worker = await this.source.take();
    try {
      await worker.request({ type: 'confine', helpers, bodies, from, loadMs }, hear);
      return -1;
    } catch (error) {
      if (!(error instanceof WorkerLost)) throw error;
      const unit = error.call?.unit ?? helpersUnit;
      return unit < 0 ? -1 : unit + 1;
    } finally {
      this.source.giveBack(worker);
    }
  }
}
