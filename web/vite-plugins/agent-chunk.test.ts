import type { Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { agentChunk } from './agent-chunk.ts'

/** The modules that import each module, directly or lazily. */
const IMPORTERS: Record<string, { by?: readonly string[]; lazilyBy?: readonly string[] }> = {
  '/web/index.html': {},
  '/web/admin.html': {},
  '/web/copy.html': {},
  '/web/main.tsx': { by: ['/web/index.html'] },
  '/web/later-parts.ts': { lazilyBy: ['/web/main.tsx'] },
  '/web/service-step.tsx': { lazilyBy: ['/web/main.tsx'] },
  '/web/contract-step.tsx': { lazilyBy: ['/web/main.tsx'] },
  '/web/later-dialogs.ts': { lazilyBy: ['/web/main.tsx'] },
  '/web/walk-view.tsx': { lazilyBy: ['/web/later-parts.ts'] },
  '/web/button.tsx': { by: ['/web/main.tsx', '/web/contract-step.tsx'] },
  '/web/price.ts': { by: ['/web/service-step.tsx', '/web/contract-step.tsx'] },
  '/web/outcomes.tsx': { by: ['/web/later-parts.ts', '/web/later-dialogs.ts'] },
  '/web/dialog.tsx': { by: ['/web/later-dialogs.ts'] },
  '/web/evidence.ts': { by: ['/web/signing.ts'] },
  '/web/signing.ts': { by: ['/web/contract-step.tsx'] },
  '/web/age.ts': { by: ['/web/later-parts.ts', '/web/admin.html'] },
  '/web/code.ts': { by: ['/web/contract-step.tsx', '/web/admin.html'] },
  '/web/table.tsx': { by: ['/web/admin.html'] },
  '/web/date.ts': { by: ['/web/later-parts.ts', '/web/copy.html'] },
  '/web/doors.ts': { by: ['/web/walk-view.tsx', '/web/later-parts.ts'] },
  '/web/houses.ts': { by: ['/web/walk-view.tsx'] },
}

const getModuleInfo = (id: string) => {
  const { by = [], lazilyBy = [] } = IMPORTERS[id] ?? {}
  return { isEntry: id.endsWith('.html'), importers: by, dynamicImporters: lazilyBy } as Rolldown.ModuleInfo
}

describe('the chunk of a module', () => {
  it.each([
    ['of the first page', '/web/main.tsx', null],
    ['that the first page needs as well as a step', '/web/button.tsx', null],
    ['that comes with the first screen', '/web/later-parts.ts', 'parts'],
    ['of the next step', '/web/service-step.tsx', 'steps'],
    ['of a later step', '/web/contract-step.tsx', 'later'],
    ['deep in a later step', '/web/evidence.ts', 'later'],
    ['of the next step and a later one', '/web/price.ts', 'steps'],
    ['of a dialog', '/web/dialog.tsx', 'later'],
    ['of a dialog and the first screen', '/web/outcomes.tsx', 'parts'],
    ['of the first screen and the office', '/web/age.ts', 'shared-parts'],
    ['of a later step and the office', '/web/code.ts', 'shared-later'],
    ['of the office alone', '/web/table.tsx', null],
    ["of the customer's page", '/web/date.ts', null],
    ['of the first screen and a view', '/web/doors.ts', 'parts'],
    ['of a view alone', '/web/houses.ts', null],
    ['of an icon that comes later', '/node_modules/lucide/dist/esm/icons/clock.mjs', 'shared-parts'],
  ])('%s', (_which, id, name) => expect(agentChunk(id, { getModuleInfo })).toBe(name))
})
