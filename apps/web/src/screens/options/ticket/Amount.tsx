import { formatUsdt, type Usdt } from '@glasshouse/core/money/units'
import type { StakeLimits } from '@glasshouse/core/options/checks'
import type { FieldFix, FieldProps } from '@glasshouse/ui/Field'
import { FieldError } from '@glasshouse/ui/FieldError'
import { IconButton } from '@glasshouse/ui/IconButton'
import { meaningsOf } from '@glasshouse/ui/NumberField'
import { SegmentedControl } from '@glasshouse/ui/SegmentedControl'
import { groupNumber } from '@glasshouse/ui/typedNumber'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { useFormatters } from '../../../components/formatters.ts'
import { NumberField } from '../../../components/NumberField.tsx'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import { paths } from '../../../paths.ts'
import { type BoxProblem, isPenniless, presets, stepped } from './box.ts'
import styles from './OptionTicket.module.css'

/** Error of the stake, and an accepted stake. */
const useMistake = (
  problem: BoxProblem | null,
  typed: string,
  onText: (text: string) => void,
): Pick<FieldProps, 'error' | 'fix'> => {
  const { t } = useTranslation(['options', 'shell'])
  const figures = useFormatters()
  const meanings = meaningsOf(typed, figures.signs, 'USDT')
  if (meanings !== null)
    return {
      error: t('shell:unclearNumber'),
      fix: meanings.map((plain) => ({
        text: groupNumber(plain, figures.signs),
        onUse: () => onText(plain),
      })),
    }
  const whole = (amount: Usdt): string => figures.plain(formatUsdt(amount))
  if (problem?.kind === 'wrong') return { error: t('box.wrong') }
  if (problem?.kind !== 'limits' && problem?.kind !== 'balanceLow') return {}
  if (isPenniless(problem)) return {}
  const { nearest } = problem
  const fix =
    nearest === null
      ? undefined
      : { text: t('box.take', { amount: whole(nearest) }), onUse: () => onText(formatUsdt(nearest)) }
  if (problem.kind === 'limits') {
    const { min, max, step } = problem
    return { error: t('box.limits', { min: whole(min), max: whole(max), step: whole(step) }), fix }
  }
  return {
    fix,
    error: (
      <>
        {t('box.low')} <Link href={paths.recharge()}>{t('box.deposit')}</Link>
      </>
    ),
  }
}

/** Preset stakes and the limits. */
function Within({
  stakes,
  text,
  onText,
  open,
  messageId,
  message,
}: {
  stakes: StakeLimits
  text: string
  onText: (text: string) => void
  open: string | null
  messageId: string
  /** Error of the stake, or what to do first; replaces the limits. */
  message: ReactNode
}) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const whole = (amount: Usdt): string => figures.plain(formatUsdt(amount))
  const limits = { min: whole(stakes.min), max: whole(stakes.max), step: whole(stakes.step) }
  return (
    <>
      <SegmentedControl
        label={t('box.presets')}
        look="tiles"
        className={styles.presets}
        options={presets(stakes).map((amount) => ({ value: formatUsdt(amount), label: whole(amount) }))}
        value={text}
        onChange={onText}
      />
      <div className={styles.under}>
        <div id={messageId}>{message ?? t('box.limits', limits)}</div>
        {!message && <span>{open}</span>}
      </div>
    </>
  )
}

/** Error with accepted stakes as links. */
function Mistake({ error, fixes }: { error: ReactNode; fixes: readonly FieldFix[] }) {
  return (
    <FieldError>
      {error}{' '}
      <span className={styles.links}>
        {fixes.map(({ text, onUse }) => (
          <button key={text} type="button" onClick={onUse}>
            {text}
          </button>
        ))}
      </span>
    </FieldError>
  )
}

/** Stake: typed, stepped or preset, with its limits. On a phone `beside` stands at the right of the field instead of a label above. */
export function Amount({
  text,
  onText,
  stakes,
  free,
  problem,
  refusal,
  open,
  beside,
}: {
  text: string
  onText: (text: string) => void
  stakes: StakeLimits | null
  free: Usdt | null
  problem: BoxProblem | null
  /** Error of the server about the stake. */
  refusal: string | undefined
  /** Number of open options and their limit. */
  open: string | null
  beside?: ReactNode
}) {
  const { t } = useTranslation('options')
  const figures = useFormatters()
  const mistake = useMistake(problem, text, onText)
  const messageId = useId()
  const error = refusal ?? mistake.error
  const fixes = refusal ? [] : [mistake.fix ?? []].flat()
  const start = isPenniless(problem) ? <Link href={paths.recharge()}>{t('box.start')}</Link> : null
  const step = (by: 1n | -1n): void => {
    if (stakes) onText(formatUsdt(stepped(text, stakes, by)))
  }
  const available = free === null ? undefined : t('box.free', { amount: figures.amount(free, 'floor') })
  const isLean = beside !== undefined
  return (
    <div className={styles.amount}>
      <div className={isLean ? styles.pair : undefined}>
        <NumberField
          label={t('box.amount')}
          layout={isLean ? 'inside' : 'above'}
          hideLabel={isLean}
          limits={isLean ? undefined : available}
          align="center"
          value={text}
          onChange={onText}
          error={error}
          errorAt={messageId}
          start={<IconButton icon="minus" label={t('box.less')} small boxed onClick={() => step(-1n)} />}
          end={
            <>
              <IconButton icon="plus" label={t('box.more')} small boxed onClick={() => step(1n)} />
              {!isLean && <span className={styles.unit}>USDT</span>}
            </>
          }
        />
        {beside}
      </div>
      {stakes && (
        <Within
          stakes={stakes}
          text={text}
          onText={onText}
          open={isLean ? (available ?? null) : open}
          messageId={messageId}
          message={error ? <Mistake error={error} fixes={fixes} /> : start}
        />
      )}
    </div>
  )
}
