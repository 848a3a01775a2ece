import { expect, it } from 'vitest'
import { type CopyProduct, copyDraftOf, copyProblem, copyRequest, emptyCopyDraft } from './copyDraft.ts'
import { copyProduct } from './products.fixture.ts'

const draft = { ...emptyCopyDraft, name: ' Copy harbour ', leadUid: '10002' }

it('sends the lead with a new product only', () => {
  expect(copyRequest(null, draft)).toMatchObject({ type: 'copy', leaduid: 10_002, name: 'Copy harbour' })
  expect(copyRequest(5, draft)).toMatchObject({ id: 5, leadfee: '10', exitlevy: '0.1' })
  expect(copyRequest(5, draft)).not.toHaveProperty('leaduid')
})

it('names the first field that stops a draft', () => {
  expect(copyProblem(draft)).toBeNull()
  expect(copyProblem(emptyCopyDraft)).toBe('Enter a name.')
  expect(copyProblem({ ...draft, periodDays: '1.5' })).toBe('Period is a whole number.')
  expect(copyProblem({ ...draft, exitLevy: '' })).toBe('Enter: Levy of leaving at once.')
})

it('reads every field of a saved product back', () => {
  const saved: CopyProduct = { ...copyProduct, isFeatured: false }
  expect(copyRequest(null, copyDraftOf(saved))).toMatchObject({
    ...{ leaduid: 10_002, freezedate: 30, minbuymoney: '100', maxbuymoney: '5000', leadfee: '10' },
    ...{ maxmultiple: 10, copystop: '50', exitlevy: '0.1', onsale: 1, ishot: 0, position: 1 },
  })
})
