import type { ReactNode } from 'react'
import { PhoneHead } from '../../components/page/PhoneHead.tsx'
import PhoneFoot from './PhoneFoot.tsx'

/** What the phone site adds to a screen of both sites: a title row with a back button, or the footer. */
export default function PhoneScreen({
  back,
  foot,
  children,
}: {
  back: string | undefined
  foot: true | undefined
  children: ReactNode
}) {
  return (
    <>
      {back !== undefined && <PhoneHead title={<b>Glasshouse</b>} back={back} />}
      {children}
      {foot && <PhoneFoot />}
    </>
  )
}
