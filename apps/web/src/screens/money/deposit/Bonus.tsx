import { type BonusOffer, claimedBonusFromWire } from '@glasshouse/core/deposits/codec'
import { formatUsdt } from '@glasshouse/core/money/units'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../../components/formatters.ts'
import { Panel } from '../../../components/page/Page.tsx'
import { useSentence } from '../../../components/useSentence.ts'
import { useBonusOffer } from '../../../data/deposits.ts'
import { useMutation } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import money from '../Money.module.css'
import styles from './Deposit.module.css'

/** First-deposit bonus: amount, terms, and claim button. */
export function Bonus() {
  const { t } = useTranslation('money')
  const { data: offer } = useBonusOffer()
  const figures = useFormatters()
  // A bonus that is not offered or has ended is not shown.
  if (offer === undefined || offer.state === 'off' || offer.state === 'over') return null
  return (
    <Panel
      inset
      className={styles.bonus}
      title={t('bonus.title')}
      beside={offer.state === 'claimed' && <Badge tone="brand">{t('bonus.claimed')}</Badge>}
    >
      <p className={money.text}>
        {t('bonus.rule', {
          percent: figures.whole(offer.percent),
          extra: figures.plain(formatUsdt(offer.extra)),
          max: figures.plain(formatUsdt(offer.max)),
        })}{' '}
        {t('bonus.use')}
      </p>
      {offer.state === 'claimable' && <Claim offer={offer} />}
      {offer.state === 'waiting' && <p className={money.text}>{t('bonus.waiting')}</p>}
    </Panel>
  )
}

function Claim({ offer: { bonus, untilMs } }: { offer: BonusOffer }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const sentence = useSentence()
  const claim = useMutation('/api/pay/claimBonus')
  if (bonus === null) return null
  const press = async () => {
    const answer = await claim.run({})
    if (answer === null) return
    const amount = figures.plain(formatUsdt(claimedBonusFromWire(answer)))
    showToast({ title: t('bonus.done', { amount }), text: t('bonus.use') })
  }
  return (
    <div className={styles.bonusAct}>
      <Button busy={claim.busy && t('bonus.busy')} onClick={() => void press()}>
        {t('bonus.claim', { amount: figures.plain(formatUsdt(bonus)) })}
      </Button>
      {untilMs !== null && (
        <span className={money.text}>{t('bonus.until', { until: figures.full(untilMs) })}</span>
      )}
      {claim.error && <FieldError>{sentence(claim.error)}</FieldError>}
    </div>
  )
}
