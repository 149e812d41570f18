import type { DeliveryTarget } from '#protocol/back-office.ts'
import { receiverOf } from '../automation/deliver-progress.job.ts'
import type { Config } from '../config.ts'
import { mailServerOf } from '../mail/mail-settings.ts'

type TargetTraits = {
  /** A `state` target gets the present sale or door. A `report` target gets a payload, which can be corrected. */
  carries: 'state' | 'report'
  /** Which retry by hand ends a pause: every one, or only a retry of all because the pause concerns every sale. */
  retryEndsRest: 'always' | 'when-all-are-retried'
  /** Returns the current receiver, which may have asked for a pause; null if none is configured. */
  receiverOf: (config: Pick<Config, 'webhook' | 'mail'>) => string | null
}

/** The differences between the targets. ARCHITECTURE.md lists what a new one needs. */
export const TARGETS: Record<DeliveryTarget, TargetTraits> = {
  crm: { carries: 'state', retryEndsRest: 'when-all-are-retried', receiverOf: () => 'crm' },
  automation: {
    carries: 'report',
    retryEndsRest: 'always',
    receiverOf: ({ webhook }) => receiverOf(webhook),
  },
  seal: { carries: 'state', retryEndsRest: 'always', receiverOf: () => 'seal' },
  copy: { carries: 'state', retryEndsRest: 'always', receiverOf: ({ mail }) => mailServerOf(mail) },
  acknowledgement: {
    carries: 'state',
    retryEndsRest: 'always',
    receiverOf: ({ mail }) => mailServerOf(mail),
  },
  visits: { carries: 'state', retryEndsRest: 'when-all-are-retried', receiverOf: () => 'crm' },
}

/** Returns a record with one value per target. */
export const perTarget = <Target extends DeliveryTarget, Value>(
  targets: readonly Target[],
  create: (target: Target) => Value,
) => Object.fromEntries(targets.map((target) => [target, create(target)])) as Record<Target, Value>
