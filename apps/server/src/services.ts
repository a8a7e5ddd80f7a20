/**
 * The domains' services, as resolvers, routes and roles see them. Each domain names its own beside its definition:
 * `declare module '../../services.ts' { interface Services { feedback: FeedbackService } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface, typescript/no-empty-object-type -- the domains fill it
export interface Services {}
