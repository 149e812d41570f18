import { expect, test } from 'vitest'
import { actionsOn } from './person-actions.ts'

const admin = { id: 'ada', role: 'admin' } as const
const office = { id: 'otto', role: 'office' } as const
const agent = { id: 'mara', role: 'agent', status: 'active' } as const
const lead = { id: 'lea', role: 'lead', status: 'active' } as const

test('offers what fits the role and the state of a person', () => {
  expect(actionsOn(agent, office)).toEqual(['enrol', 'rename', 'role', 'suspend', 'retire'])
  expect(actionsOn(lead, office)).toEqual(['enrol', 'password', 'rename', 'role', 'suspend', 'retire'])
  expect(actionsOn({ ...agent, status: 'suspended' }, office)).toEqual(['resume', 'rename', 'retire'])
  expect(actionsOn({ ...agent, status: 'retired' }, admin)).toEqual([])
})

test('offers no one a change of their own role or status', () =>
  expect(actionsOn({ ...admin, status: 'active' }, admin)).toEqual(['password', 'rename']))

test('offers nothing to those who may not appoint the person', () => {
  expect(actionsOn({ ...office, status: 'active' }, office)).toEqual([])
  expect(actionsOn(agent, { id: 'lea', role: 'lead' })).toEqual([])
  expect(actionsOn(agent, null)).toEqual([])
})
