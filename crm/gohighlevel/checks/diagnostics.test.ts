import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSale } from '../../sale.testing.ts'
import { connectTo } from '../adapter.testing.ts'
import { type GoHighLevelDouble, startGoHighLevelDouble } from '../double/go-high-level-double.ts'
import type { GoHighLevelSettings } from '../http/settings.ts'

describe('The diagnostics of GoHighLevel', () => {
  let double: GoHighLevelDouble
  beforeEach(async () => {
    double = await startGoHighLevelDouble({ contacts: 1 })
  })
  afterEach(() => double?.close())

  const failedChecks = async (settings: Partial<GoHighLevelSettings> = {}) =>
    (await connectTo(double, { settings }).crm.diagnostics()).filter(({ ok }) => !ok)

  test('list the stage and the field for each value', async () => {
    const checks = await connectTo(double).crm.diagnostics()
    const details = Object.fromEntries(checks.map(({ name, detail }) => [name, detail]))
    expect(details).toMatchObject({
      Location: 'Doorstep test location (location-double)',
      Pipeline: 'Field sales (pipeline-double)',
      'Stage qualified': 'Qualified',
      'Custom field contact.household_size': 'household size (NUMERICAL)',
      'Rate limit': expect.stringMatching(/calls left/),
    })
  })

  test.each([
    'locations.readonly',
    'contacts.readonly',
    'opportunities.readonly',
    'locations/customFields.readonly',
  ])('name the scope %s if the token lacks it', async (scope) => {
    double.state.missingScopes.add(scope)
    const failed = await failedChecks()
    const remedy = `Add the scope ${scope} to the Private Integration`
    expect(failed.map(({ detail }) => detail)).toContainEqual(expect.stringContaining(remedy))
    expect(await connectTo(double).crm.checkCredentials()).toContainEqual(
      expect.objectContaining({ ok: false, detail: expect.stringContaining(remedy) }),
    )
  })

  test.each<[Partial<GoHighLevelSettings>, name: string, remedy: string]>([
    [{ token: 'pit-dead' }, 'Location', 'GHL_API_TOKEN'],
    [{ locationId: 'elsewhere' }, 'Location', 'GHL_LOCATION_ID'],
    [{ pipelineId: undefined }, 'Pipeline', 'GHL_PIPELINE_ID'],
    [{ pipelineId: 'no-such' }, 'Pipeline', 'Field sales (pipeline-double)'],
    [{ stages: { qualified: 'no-such' } }, 'Stage qualified', 'GHL_STAGE_QUALIFIED'],
  ])('with the settings %j, say at %s how to fix them', async (settings, name, remedy) => {
    const check = (await failedChecks(settings)).find((one) => one.name === name)
    expect(check?.detail).toContain(remedy)
    expect(check?.detail).not.toContain('pit-dead')
    expect(check?.detail).toMatch(/[.] [A-Z].*[.]$/)
  })

  test('name the fields that are missing or have the wrong type, which a push does not fill', async () => {
    const { customFields } = double.state
    customFields.opportunity = customFields.opportunity.flatMap((field) => {
      if (field.fieldKey === 'opportunity.contract_signed') return []
      return field.fieldKey === 'opportunity.voucher_amount'
        ? [{ ...field, dataType: 'FILE_UPLOAD' }]
        : [field]
    })
    expect(await failedChecks()).toMatchObject([
      { name: 'Custom field opportunity.voucher_amount', detail: expect.stringContaining('FILE_UPLOAD') },
      { name: 'Custom field opportunity.contract_signed', detail: expect.stringContaining('Create it') },
    ])
    const [contact] = double.contacts()
    const sale = { ...SALE, contactId: contact?.id as string }
    await connectTo(double).crm.createOpportunity(sale)
    expect(Object.keys(double.opportunities()[0]?.fields ?? {})).toEqual([
      'opportunity.session_id',
      'opportunity.service_package_name',
    ])
  })

  test('warn if the location allows several opportunities per contact', async () => {
    double.state.duplicates = 'allowed'
    expect(await failedChecks()).toMatchObject([{ name: 'Duplicate opportunities' }])
  })

  test('do not guess if the location does not report its settings', async () => {
    double.state.tellsSettings = false
    const checks = await connectTo(double).crm.diagnostics()
    const detail = expect.stringContaining('does not say')
    expect(checks).toContainEqual({ name: 'Duplicate opportunities', ok: true, detail })
  })

  test('report that the daily limit is used up', async () => {
    double.setFaults(() => 'daily-limit')
    expect((await failedChecks()).at(-1)).toMatchObject({
      name: 'Rate limit',
      detail: expect.stringContaining('daily limit to reset'),
    })
  })

  test('refuse to push without a pipeline and name the missing setting', async () => {
    const { crm } = connectTo(double, { settings: { pipelineId: undefined } })
    expect(await crm.createOpportunity(SALE)).toMatchObject({
      ok: false,
      failure: { code: 'settings', message: expect.stringContaining('GHL_PIPELINE_ID') },
    })
    expect(double.requests).toEqual([])
  })
})

const SALE = openSale({ sessionId: 'sale_diagnostics', contactId: null })
