import { isList, isObject } from '#domain/kernel/parse-json.ts'
import { BACK_OFFICE_PATH, type CustomerNotice } from '#protocol/back-office.ts'
import type { DocumentsNotGiven, ToDealWith } from '#protocol/office-lists.ts'
import { ask, isAnything } from './ask.ts'

/** Reads what customers reported: the open notices, or those that the office has dealt with. */
export const readCustomerNotices = (dealtWith: boolean) =>
  ask(`${BACK_OFFICE_PATH}/customer-notices?dealt_with=${dealtWith}`, isList<CustomerNotice>)

/** Reads the sales whose customers are owed the documents, or those that the office has dealt with. */
export const readDocumentsNotGiven = (dealtWith: boolean) =>
  ask(`${BACK_OFFICE_PATH}/documents-not-given?dealt_with=${dealtWith}`, isObject<DocumentsNotGiven>)

/** Marks an entry as dealt with, or takes that back. */
export const dealWith = (entry: ToDealWith) =>
  ask(`${BACK_OFFICE_PATH}/dealt-with`, isAnything, { method: 'POST', body: entry })
