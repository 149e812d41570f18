import { expect, test } from 'vitest'
import { readPeopleOrder } from './people-order.ts'

const ID = '0A1B2C3D-0000-4000-8000-000000000001'

test.each([
  [['invite', 'Mara', '--role=agent'], { verb: 'invite', name: 'Mara', role: 'agent' }],
  [['invite', 'Mara', 'Lund', '--role', 'lead'], { verb: 'invite', name: 'Mara Lund', role: 'lead' }],
  [['invite', '--role=admin', 'Ada'], { verb: 'invite', name: 'Ada', role: 'admin' }],
  [['people'], { verb: 'people' }],
  [['phone', 'suspend', ID], { verb: 'phone', state: 'suspended', id: ID.toLowerCase() }],
  [['phone', 'resume', ID], { verb: 'phone', state: 'active', id: ID.toLowerCase() }],
  [['phone', 'wipe', ID], { verb: 'phone', state: 'wiping', id: ID.toLowerCase() }],
])('reads %j', (args, order) => expect(readPeopleOrder(args)).toEqual(order))

test.each([
  [['invite', 'Mara']],
  [['invite', 'Mara', '--role=boss']],
  [['invite', '--role=admin']],
  [['invite', 'x'.repeat(81), '--role=admin']],
  [['people', 'Mara']],
  [['phone', 'suspend']],
  [['phone', 'break', ID]],
  [['phone', 'wipe', 'Phone A']],
])('does not understand %j', (args) => expect(readPeopleOrder(args)).toBeUndefined())
