import { isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { PEOPLE_PATH, type PeopleListed } from '#protocol/people.ts'
import { mayBeOffered, useAccount } from '../account/account.ts'
import { useRead } from '../use-read.ts'
import { type Seller, sellersAmong } from './sellers.ts'

/**
 * Returns the people for whose sales the office may search. Empty until they are known, and if sign-in is switched off.
 */
export function useSellers(): Seller[] {
  const who = useAccount()
  const mayRead = who !== undefined && mayBeOffered(who, 'read-people')
  const { value } = useRead(mayRead ? BACK_OFFICE_PATH + PEOPLE_PATH : undefined, isObject<PeopleListed>, '')
  return sellersAmong(value?.people ?? [])
}
