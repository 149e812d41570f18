/** What an import does with a row. */
export const ACTIONS = ['create', 'update', 'unchanged', 'skip', 'conflict'] as const
export type Action = (typeof ACTIONS)[number]
