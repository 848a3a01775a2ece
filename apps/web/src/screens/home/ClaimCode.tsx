import { Button, type ButtonSize } from '@glasshouse/ui/Button'
import { Icon } from '@glasshouse/ui/Icon'
import { showToast } from '@glasshouse/ui/Toast'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useSentence } from '../../components/useSentence.ts'
import { useProfile } from '../../data/profile.ts'
import { useMutation } from '../../data/query.ts'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { paths } from '../../paths.ts'

/** Activation states on the wire without anything to claim: claimed, active. */

/** Button that claims the AI code. Visitors sign in first; customers with a code see it in their account. */
export function ClaimCode({ size }: { size: ButtonSize }) {
  const { t } = useTranslation('home')
  const [, navigate] = useLocation()
  const signedIn = useSession() !== null
  const info = useProfile({ off: !signedIn })
  const { run, busy, error } = useMutation('/api/ai/obtainAI')
  const sentence = useSentence()
  const problem = sentence(error)
  useEffect(() => {
    if (problem !== undefined) showToast({ title: problem, tone: 'danger' })
  }, [problem])
  const press = async () => {
    if (!signedIn) return navigate(paths.login({ next: paths.mine() }))
    if (info.data?.activation === 'waiting' || info.data?.activation === 'active')
      return navigate(paths.mine())
    if ((await run({})) === null) return
    showToast({ title: t('ai.claimed'), text: t('ai.claimedText') })
  }
  return (
    <Button
      variant="quiet"
      size={size}
      icon={<Icon name="robot" />}
      busy={busy && t('ai.claiming')}
      onClick={() => void press()}
    >
      {t('ai.claim')}
    </Button>
  )
}
