import { isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH } from '#protocol/back-office.ts'
import { PEOPLE_PATH, type PeopleListed } from '#protocol/people.ts'
import { mayBeOffered, useAccount } from '../account/account.ts'
import { useRead } from '../use-read.ts'
import { type Seller, sellersAmong } from './sellers.ts'

/** The people by whose sales the office may search; none where no one signs in, and none until they are known. */
export function useSellers(): Seller[] {
  const who = useAccount()
  const mayRead = who !== undefined && mayBeOffered(who, 'read-people')
  const { value } = useRead(mayRead ? BACK_OFFICE_PATH + PEOPLE_PATH : undefined, isObject<PeopleListed>, '')
  return sellersAmong(value?.people ?? [])
}
