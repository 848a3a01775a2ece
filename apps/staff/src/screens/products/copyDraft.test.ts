import { expect, it } from 'vitest'
import { copyDraftOf, copyProblem, copyRequest, emptyCopyDraft } from './copyDraft.ts'

const draft = { ...emptyCopyDraft, name: ' Copy harbour ', leaduid: '10002' }

it('sends the lead with a new product only', () => {
  expect(copyRequest(null, draft)).toMatchObject({ type: 'copy', leaduid: 10_002, name: 'Copy harbour' })
  expect(copyRequest(5, draft)).toMatchObject({ id: 5, leadfee: '10', exitlevy: '0.1' })
  expect(copyRequest(5, draft)).not.toHaveProperty('leaduid')
})

it('names the first field that stops a draft', () => {
  expect(copyProblem(draft)).toBeNull()
  expect(copyProblem(emptyCopyDraft)).toBe('Enter a name.')
  expect(copyProblem({ ...draft, freezedate: '1.5' })).toBe('Period is a whole number.')
  expect(copyProblem({ ...draft, exitlevy: '' })).toBe('Enter: Levy of leaving at once.')
})

it('reads every field of a saved product back', () => {
  const saved = {
    ...{
      id: 5,
      kind: 'copy' as const,
      name: 'Copy',
      picurl: '',
      remark: '',
      position: 1,
      onsale: 1,
      ishot: 0,
    },
    ...{ status: 1, cycles: [], quota: '0', redeemdays: 0, redeemfee: '0', texts: {}, claims: {}, sold: '0' },
    ...{ promised: '0', reserve: '0', free: '0', createtime: 1, changed: 1, approvals: 0 },
    copy: {
      ...{
        leadid: 3,
        leaduid: 10_002,
        account: 1001,
        freezedate: 30,
        minbuymoney: '100',
        maxbuymoney: '5000',
      },
      ...{ leadfee: '10', maxmultiple: 10, copystop: '50', exitlevy: '0.1', state: 'copying' as const },
      ...{ waiting: '0', units: '0', unitprice: '1' },
    },
  }
  expect(copyRequest(null, copyDraftOf(saved))).toMatchObject({
    ...{ leaduid: 10_002, freezedate: 30, minbuymoney: '100', maxbuymoney: '5000', leadfee: '10' },
    ...{ maxmultiple: 10, copystop: '50', exitlevy: '0.1', onsale: 1, ishot: 0, position: 1 },
  })
})
