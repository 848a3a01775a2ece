import type { DataOf } from '@glasshouse/core/calls'
import { Badge } from '@glasshouse/ui/Badge'
import { Button } from '@glasshouse/ui/Button'
import { FieldError } from '@glasshouse/ui/FieldError'
import { showToast } from '@glasshouse/ui/Toast'
import { useFormatters } from '../../../components/formatters.ts'
import { Panel } from '../../../components/page/Page.tsx'
import { useSentence } from '../../../components/useSentence.ts'
import { useMutation, useQueryCall } from '../../../data/query.ts'
import { useTranslation } from '../../../i18n/useTranslation.ts'
import money from '../Money.module.css'
import styles from './Deposit.module.css'

type Offer = DataOf<'/api/pay/bonusOffer'>

/** First-deposit bonus: amount, terms, and claim button. */
export function Bonus() {
  const { t } = useTranslation('money')
  const { data: offer } = useQueryCall('/api/pay/bonusOffer', {})
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
          extra: figures.plain(offer.extra),
          max: figures.plain(offer.max),
        })}{' '}
        {t('bonus.use')}
      </p>
      {offer.state === 'claimable' && <Claim offer={offer} />}
      {offer.state === 'waiting' && <p className={money.text}>{t('bonus.waiting')}</p>}
    </Panel>
  )
}

function Claim({ offer: { bonus, until } }: { offer: Offer }) {
  const { t } = useTranslation('money')
  const figures = useFormatters()
  const sentence = useSentence()
  const claim = useMutation('/api/pay/claimBonus')
  if (bonus === undefined) return null
  const press = async () => {
    const answer = await claim.run({})
    if (answer === null) return
    showToast({ title: t('bonus.done', { amount: figures.plain(answer.bonus) }), text: t('bonus.use') })
  }
  return (
    <div className={styles.bonusAct}>
      <Button busy={claim.busy && t('bonus.busy')} onClick={() => void press()}>
        {t('bonus.claim', { amount: figures.plain(bonus) })}
      </Button>
      {until !== undefined && (
        <span className={money.text}>{t('bonus.until', { until: figures.full(until) })}</span>
      )}
      {claim.error && <FieldError>{sentence(claim.error)}</FieldError>}
    </div>
  )
}
