import type { Agreement, AgreementFacts, TemplateId } from './agreement.ts'
import { sections202611 } from './template-2026-11/sections.ts'

const TEMPLATES: Record<TemplateId, (facts: AgreementFacts) => Agreement['sections']> = {
  '2026-11': sections202611,
}

/** The template of new sales. */
export const CURRENT_TEMPLATE: TemplateId = '2026-11'

/** Returns whether this release knows a template. A phone may send a later one. */
export const isTemplate = (id: string): id is TemplateId => Object.hasOwn(TEMPLATES, id)

/**
 * Makes the agreement with all its words. Pure: the same facts make the same agreement on the phone and on the server.
 */
export const makeAgreement = (facts: AgreementFacts): Agreement => ({
  ...facts,
  sections: TEMPLATES[facts.template](facts),
})
