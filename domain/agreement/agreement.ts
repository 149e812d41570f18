import type { PackageId } from '../catalog/packages.ts'
import type { Pounds } from '../kernel/money.ts'
import type { Choices } from './choices.ts'
import type { Company } from './company.ts'

/** A piece of a document, which the phone, the PDF and the mail each show in their own way. */
export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'list'; items: readonly string[] }
  | { kind: 'facts'; rows: readonly (readonly [label: string, value: string])[] }

export type Section = { id: string; title: string; blocks: readonly Block[] }

/**
 * The template of an agreement, named by its date. Once a customer has signed it, it never changes: new wording needs a
 * new template, so that old hashes can still be checked.
 */
export type TemplateId = '2026-11'

/** The facts from which an agreement is made. They include the template, so they determine every word. */
export type AgreementFacts = {
  template: TemplateId
  /** 16 random bytes in base64url. Without them, a name and an address could be guessed from the hash. */
  nonce: string
  company: Company
  /** Where the customer can cancel online: the address of `/copy`. */
  copy_url: string
  customer: { name: string; email: string }
  premises: string
  package: { id: PackageId; name: string; speed: string; features: readonly string[] }
  prices: {
    monthly: Pounds
    installation: Pounds
    discount: Pounds
    /** The Total Value: one month and the installation, less the discount. */
    total_value: Pounds
    minimum_term_months: number
    over_minimum_term: Pounds
  }
  choices: Choices
}

/** What the customer signs, as plain JSON: its facts and every word that follows from them. It has no ID number. */
export type Agreement = AgreementFacts & { sections: readonly Section[] }
