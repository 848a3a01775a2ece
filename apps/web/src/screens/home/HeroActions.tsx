import { Button, type ButtonSize, buttonClass } from '@glasshouse/ui/Button'
import { EvidenceIcon } from '@glasshouse/ui/EvidenceIcon'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'wouter'
import { Way } from '../../components/prose/Prose.tsx'
import { useSession } from '../../data/useSession.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { isPractice } from '../../mode.ts'
import { paths } from '../../paths.ts'
import { ClaimCode } from './ClaimCode.tsx'

const ExampleReceipt = lazy(() => import('./ExampleReceipt.tsx'))

/** Button that opens a receipt of practice mode. */
function SeeReceipt({ size }: { size: ButtonSize }) {
  const { t } = useTranslation('home')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size={size} icon={<EvidenceIcon size={15} />} onClick={() => setOpen(true)}>
        {t('receipt')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ExampleReceipt onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

/** Buttons of a slide. The link of the slide is first, if it has one. */
export function HeroActions({ link, size }: { link: string; size: ButtonSize }) {
  const { t } = useTranslation('home')
  const signedIn = useSession() !== null
  const primary = buttonClass({ variant: 'primary', size })
  const enter = signedIn ? (
    <Link href={paths.contract()} className={primary}>
      {t('toContract')}
    </Link>
  ) : (
    <>
      <Link href={paths.register()} className={primary}>
        {isPractice ? t('start') : t('startLive')}
      </Link>
      {isPractice ? (
        <SeeReceipt size={size} />
      ) : (
        <Link href={paths.login()} className={buttonClass({ size })}>
          {t('signIn')}
        </Link>
      )}
    </>
  )
  return (
    <>
      {link === '' ? (
        enter
      ) : (
        <Way to={link} className={primary}>
          {t('slides.open')}
        </Way>
      )}
      <ClaimCode size={size} />
    </>
  )
}
