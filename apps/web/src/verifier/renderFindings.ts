import { proofSteps } from '@glasshouse/core/trust/liabilities/proof'
import type { TrustDifference } from '@glasshouse/core/trust/verify'
import type { Findings } from './checkFiles.ts'
import { element } from './element.ts'

type Translate = (key: string, values?: Readonly<Record<string, string | number>>) => string

const differenceList = (differences: readonly TrustDifference[]): HTMLElement => {
  const list = element('ul', 'differences')
  list.lang = 'en'
  list.append(...differences.map(({ at, reason }) => element('li', '', `${at}: ${reason}`)))
  return list
}

const verdict = (t: Translate, count: number): HTMLElement =>
  element('p', count === 0 ? 'sound' : 'broken', count === 0 ? t('sound') : t('differences', { n: count }))

const proofSection = (t: Translate, proof: Findings['proofs'][number], hasKeys: boolean): HTMLElement => {
  const { result } = proof
  const broken = result.isSound ? null : result.step
  const steps = element('ol', 'steps')
  for (const step of proofSteps) {
    const isHeld = proof.steps.includes(step)
    if (step === broken) steps.append(element('li', 'failed', '✗ ', t(`broken.${step}`)))
    else if (isHeld) steps.append(element('li', '', '✓ ', t(`steps.${step}`)))
  }
  const balances = Object.entries(proof.balances).map(([asset, amount]) => `${amount} ${asset}`)
  return element(
    'section',
    '',
    element('h2', '', t('proof', { uid: proof.uid, number: proof.report ?? '—' })),
    element('p', 'figures', balances.join(' · ')),
    steps,
    ...(result.isSound ? [] : [differenceList([{ at: result.step, reason: result.reason }])]),
    verdict(t, result.isSound ? 0 : 1),
    ...(result.isSound && hasKeys ? [element('p', 'muted', t('limit'))] : []),
  )
}

/** Draws what was found, or that nothing can be said of signatures. */
export const renderFindings = (
  t: Translate,
  { proofs, lists, lacksKeys }: Findings,
): readonly HTMLElement[] => [
  ...(lacksKeys ? [element('p', 'broken', t('noKeys'))] : []),
  ...proofs.map((proof) => proofSection(t, proof, !lacksKeys)),
  ...lists.map(({ kind, count, differences, begins, unannounced = [], number = 0 }) =>
    element(
      'section',
      '',
      element('h2', '', t(kind, { n: count, number })),
      differenceList(differences),
      verdict(t, differences.length),
      ...(unannounced.length === 0
        ? []
        : [element('p', 'muted', t('unannounced', { keys: unannounced.join(', ') }))]),
      ...(begins === null ? [] : [element('p', 'muted', t('begins', { number: begins }))]),
    ),
  ),
]
