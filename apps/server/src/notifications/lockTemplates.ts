import type { LockReason } from '@glasshouse/core/identity/locks'
import type { Language } from '@glasshouse/core/wire/languages'
import { fill, type MessageText } from './templates.ts'

/** The sentences about a locked account; names in curly brackets are filled in. */
type LockTexts = Readonly<Record<LockReason, string>> & {
  readonly locked: MessageText
  readonly extended: string
  readonly lifted: MessageText
  readonly until: string
  readonly noEnd: string
  /** Begins what staff wrote. */
  readonly note: string
}

const lockTexts: Readonly<Record<Language, LockTexts>> = {
  en: {
    locked: {
      subject: 'Your Glasshouse account is locked',
      text: 'Your account is locked. Reason: {reason}. {end}{note} All sessions have ended, and resting orders are cancelled. Positions keep their stops. You can still sign in with your password and a code: {link}. Then you can read everything, export it, close positions, cancel orders, take withdrawals back and complain about this lock. If somebody knows your password, reset it now.',
    },
    extended: 'A second manager has agreed to the lock.',
    lifted: {
      subject: 'Your Glasshouse account is unlocked',
      text: 'The lock of your account was lifted. You can sign in as usual. If you did not expect this, reset your password and write to us.',
    },
    until: 'The lock ends on {until} (UTC+1).',
    noEnd: 'The lock stands until it is lifted.',
    note: 'Note: {remark}',
    stolen_access: 'suspected access by another person',
    customer_request: 'requested by the customer',
    sanctions: 'sanctions',
    court_order: 'court order',
  },
  ja: {
    locked: {
      subject: 'Glasshouse アカウントがロックされました',
      text: 'アカウントがロックされました。理由: {reason}。{end}{note} すべてのセッションが終了し、未約定の注文は取り消されました。ポジションの決済注文はそのまま有効です。パスワードと認証コードでログインできます: {link} 。閲覧、エクスポート、ポジションの決済、注文の取消、出金の取消、このロックへの異議申し立てができます。パスワードが他人に知られた可能性がある場合は、すぐに再設定してください。',
    },
    extended: '2人目の管理者がロックに同意しました。',
    lifted: {
      subject: 'Glasshouse アカウントのロックが解除されました',
      text: 'アカウントのロックが解除されました。通常どおりログインできます。お心当たりがない場合は、パスワードを再設定してお問い合わせください。',
    },
    until: 'ロックは {until}（UTC+1）に終了します。',
    noEnd: 'ロックは解除されるまで続きます。',
    note: '備考: {remark}',
    stolen_access: '第三者によるアクセスの疑い',
    customer_request: 'お客様からの依頼',
    sanctions: '制裁措置',
    court_order: '裁判所の命令',
  },
  kr: {
    locked: {
      subject: 'Glasshouse 계정이 잠겼습니다',
      text: '계정이 잠겼습니다. 사유: {reason}. {end}{note} 모든 세션이 종료되고 미체결 주문이 취소되었습니다. 포지션의 손절·익절은 그대로 유지됩니다. 비밀번호와 인증 코드로 로그인할 수 있습니다: {link} . 조회, 내보내기, 포지션 청산, 주문 취소, 출금 취소, 이 잠금에 대한 이의 제기가 가능합니다. 다른 사람이 비밀번호를 알고 있다면 지금 재설정하세요.',
    },
    extended: '두 번째 관리자가 잠금에 동의했습니다.',
    lifted: {
      subject: 'Glasshouse 계정 잠금이 해제되었습니다',
      text: '계정 잠금이 해제되었습니다. 평소처럼 로그인할 수 있습니다. 예상하지 못한 일이라면 비밀번호를 재설정하고 문의하세요.',
    },
    until: '잠금은 {until}(UTC+1)에 끝납니다.',
    noEnd: '잠금은 해제될 때까지 유지됩니다.',
    note: '비고: {remark}',
    stolen_access: '다른 사람의 접근 의심',
    customer_request: '고객 요청',
    sanctions: '제재',
    court_order: '법원 명령',
  },
  th: {
    locked: {
      subject: 'บัญชี Glasshouse ของคุณถูกล็อก',
      text: 'บัญชีของคุณถูกล็อก เหตุผล: {reason} {end}{note} ทุกเซสชันสิ้นสุดแล้ว และคำสั่งที่รออยู่ถูกยกเลิก สถานะที่เปิดอยู่ยังคงจุดปิดของตน คุณยังเข้าสู่ระบบได้ด้วยรหัสผ่านและรหัสยืนยัน: {link} แล้วดูข้อมูลทั้งหมด ส่งออก ปิดสถานะ ยกเลิกคำสั่ง ถอนคำขอถอนเงิน และร้องเรียนเรื่องการล็อกนี้ได้ หากมีผู้อื่นรู้รหัสผ่านของคุณ ให้ตั้งใหม่ทันที',
    },
    extended: 'ผู้จัดการคนที่สองเห็นชอบการล็อกแล้ว',
    lifted: {
      subject: 'บัญชี Glasshouse ของคุณปลดล็อกแล้ว',
      text: 'การล็อกบัญชีของคุณถูกยกเลิกแล้ว คุณเข้าสู่ระบบได้ตามปกติ หากไม่ได้คาดไว้ ให้ตั้งรหัสผ่านใหม่และติดต่อเรา',
    },
    until: 'การล็อกสิ้นสุดวันที่ {until} (UTC+1)',
    noEnd: 'การล็อกมีผลจนกว่าจะถูกยกเลิก',
    note: 'หมายเหตุ: {remark}',
    stolen_access: 'สงสัยว่ามีผู้อื่นเข้าถึงบัญชี',
    customer_request: 'ลูกค้าร้องขอ',
    sanctions: 'มาตรการคว่ำบาตร',
    court_order: 'คำสั่งศาล',
  },
  ru: {
    locked: {
      subject: 'Ваш аккаунт Glasshouse заблокирован',
      text: 'Ваш аккаунт заблокирован. Причина: {reason}. {end}{note} Все сеансы завершены, отложенные ордера отменены. Стопы открытых позиций действуют. Вы можете войти с паролем и кодом: {link} — чтобы просматривать и выгружать данные, закрывать позиции, отменять ордера, отзывать выводы и подать жалобу на блокировку. Если ваш пароль известен кому-то ещё, смените его сейчас.',
    },
    extended: 'Второй менеджер согласился с блокировкой.',
    lifted: {
      subject: 'Ваш аккаунт Glasshouse разблокирован',
      text: 'Блокировка аккаунта снята. Вы можете войти как обычно. Если вы этого не ожидали, смените пароль и напишите нам.',
    },
    until: 'Блокировка закончится {until} (UTC+1).',
    noEnd: 'Блокировка действует, пока её не снимут.',
    note: 'Примечание: {remark}',
    stolen_access: 'подозрение на доступ другого лица',
    customer_request: 'по просьбе клиента',
    sanctions: 'санкции',
    court_order: 'решение суда',
  },
  es: {
    locked: {
      subject: 'Tu cuenta de Glasshouse está bloqueada',
      text: 'Tu cuenta está bloqueada. Motivo: {reason}. {end}{note} Todas las sesiones han terminado y las órdenes pendientes se han cancelado. Las posiciones conservan sus stops. Aún puedes iniciar sesión con tu contraseña y un código: {link}. Así puedes consultarlo y exportarlo todo, cerrar posiciones, cancelar órdenes, anular retiros y reclamar contra este bloqueo. Si alguien conoce tu contraseña, cámbiala ahora.',
    },
    extended: 'Un segundo gestor ha aprobado el bloqueo.',
    lifted: {
      subject: 'Tu cuenta de Glasshouse está desbloqueada',
      text: 'Se ha levantado el bloqueo de tu cuenta. Puedes iniciar sesión como siempre. Si no lo esperabas, cambia tu contraseña y escríbenos.',
    },
    until: 'El bloqueo termina el {until} (UTC+1).',
    noEnd: 'El bloqueo dura hasta que se levante.',
    note: 'Nota: {remark}',
    stolen_access: 'sospecha de acceso de otra persona',
    customer_request: 'a petición del cliente',
    sanctions: 'sanciones',
    court_order: 'orden judicial',
  },
  pt: {
    locked: {
      subject: 'A sua conta Glasshouse está bloqueada',
      text: 'A sua conta está bloqueada. Motivo: {reason}. {end}{note} Todas as sessões terminaram e as ordens pendentes foram canceladas. As posições mantêm os seus stops. Ainda é possível entrar com a senha e um código: {link}. Assim pode consultar e exportar tudo, fechar posições, cancelar ordens, desistir de saques e reclamar deste bloqueio. Se alguém conhece a sua senha, redefina-a agora.',
    },
    extended: 'Um segundo gestor aprovou o bloqueio.',
    lifted: {
      subject: 'A sua conta Glasshouse está desbloqueada',
      text: 'O bloqueio da sua conta foi retirado. Pode entrar como de costume. Se não esperava isto, redefina a senha e escreva-nos.',
    },
    until: 'O bloqueio termina em {until} (UTC+1).',
    noEnd: 'O bloqueio dura até ser retirado.',
    note: 'Observação: {remark}',
    stolen_access: 'suspeita de acesso por outra pessoa',
    customer_request: 'a pedido do cliente',
    sanctions: 'sanções',
    court_order: 'ordem judicial',
  },
  zh_CN: {
    locked: {
      subject: '您的 Glasshouse 账户已锁定',
      text: '您的账户已锁定。原因：{reason}。{end}{note} 所有会话已结束，挂单已撤销，持仓的止盈止损保持有效。您仍可使用密码和验证码登录：{link} ，登录后可以查看和导出全部记录、平仓、撤单、撤回提现，并对此次锁定提出申诉。如果他人知道您的密码，请立即重置。',
    },
    extended: '第二位经理已同意此次锁定。',
    lifted: {
      subject: '您的 Glasshouse 账户已解锁',
      text: '您的账户锁定已解除，可以照常登录。如果这出乎您的意料，请重置密码并联系我们。',
    },
    until: '锁定将于 {until}（UTC+1）结束。',
    noEnd: '锁定持续到被解除为止。',
    note: '备注：{remark}',
    stolen_access: '怀疑他人访问账户',
    customer_request: '客户要求',
    sanctions: '制裁',
    court_order: '法院命令',
  },
  zh_TW: {
    locked: {
      subject: '您的 Glasshouse 帳戶已鎖定',
      text: '您的帳戶已鎖定。原因：{reason}。{end}{note} 所有工作階段已結束，掛單已撤銷，持倉的停利停損維持有效。您仍可使用密碼和驗證碼登入：{link} ，登入後可以檢視和匯出全部紀錄、平倉、撤單、撤回提領，並對此次鎖定提出申訴。如果他人知道您的密碼，請立即重設。',
    },
    extended: '第二位經理已同意此次鎖定。',
    lifted: {
      subject: '您的 Glasshouse 帳戶已解除鎖定',
      text: '您的帳戶鎖定已解除，可以照常登入。如果這出乎您的意料，請重設密碼並聯絡我們。',
    },
    until: '鎖定將於 {until}（UTC+1）結束。',
    noEnd: '鎖定持續到被解除為止。',
    note: '備註：{remark}',
    stolen_access: '懷疑他人存取帳戶',
    customer_request: '客戶要求',
    sanctions: '制裁',
    court_order: '法院命令',
  },
}

/** What a letter about a lock says. */
export type LockLetter = {
  readonly reason: LockReason
  /** The end as a time; null: until it is lifted. */
  readonly until: string | null
  /** What staff wrote; empty for a lock that no manager made. */
  readonly remark: string
  /** Whether a second manager agreed to a lock of which a letter was sent before. */
  readonly isExtended: boolean
  /** The page on which one signs in. */
  readonly link: string
}

/**
 * The letter about a locked account: what, why, until when, what still can be done and how to complain.
 *
 * @example lockLetter('en', { reason: 'sanctions', until: null, remark: '', isExtended: false, link: 'https://x.test/login' })
 */
export const lockLetter = (
  lang: Language,
  { reason, until, remark, isExtended, link }: LockLetter,
): MessageText => {
  const texts = lockTexts[lang]
  const end = until === null ? texts.noEnd : fill(texts.until, { until })
  const text = fill(texts.locked.text, {
    reason: texts[reason],
    end: isExtended ? `${texts.extended} ${end}` : end,
    note: remark === '' ? '' : ` ${fill(texts.note, { remark })}`,
    link,
  })
  return { subject: texts.locked.subject, text }
}

/** The letter that a lock was lifted. */
export const unlockLetter = (lang: Language): MessageText => lockTexts[lang].lifted

/** The answer to a complaint; {verdict} is one of the two sentences, {answer} what the manager wrote. */
const complaintTexts: Readonly<
  Record<Language, MessageText & { readonly justified: string; readonly notJustified: string }>
> = {
  en: {
    subject: 'Answer to your Glasshouse complaint',
    text: 'We have answered your complaint. {verdict} {answer}',
    justified: 'It was justified.',
    notJustified: 'It was not justified.',
  },
  ja: {
    subject: 'Glasshouse への苦情に対する回答',
    text: 'お客様の苦情に回答しました。{verdict} {answer}',
    justified: '苦情は正当と認められました。',
    notJustified: '苦情は正当と認められませんでした。',
  },
  kr: {
    subject: 'Glasshouse 민원에 대한 답변',
    text: '민원에 답변했습니다. {verdict} {answer}',
    justified: '민원이 타당하다고 판단했습니다.',
    notJustified: '민원이 타당하지 않다고 판단했습니다.',
  },
  th: {
    subject: 'คำตอบต่อข้อร้องเรียน Glasshouse ของคุณ',
    text: 'เราได้ตอบข้อร้องเรียนของคุณแล้ว {verdict} {answer}',
    justified: 'ข้อร้องเรียนมีเหตุผล',
    notJustified: 'ข้อร้องเรียนไม่มีเหตุผลเพียงพอ',
  },
  ru: {
    subject: 'Ответ на вашу жалобу в Glasshouse',
    text: 'Мы ответили на вашу жалобу. {verdict} {answer}',
    justified: 'Жалоба признана обоснованной.',
    notJustified: 'Жалоба признана необоснованной.',
  },
  es: {
    subject: 'Respuesta a tu reclamación en Glasshouse',
    text: 'Hemos respondido a tu reclamación. {verdict} {answer}',
    justified: 'La reclamación estaba justificada.',
    notJustified: 'La reclamación no estaba justificada.',
  },
  pt: {
    subject: 'Resposta à sua reclamação na Glasshouse',
    text: 'Respondemos à sua reclamação. {verdict} {answer}',
    justified: 'A reclamação era justificada.',
    notJustified: 'A reclamação não era justificada.',
  },
  zh_CN: {
    subject: '关于您的 Glasshouse 投诉的答复',
    text: '我们已答复您的投诉。{verdict} {answer}',
    justified: '投诉成立。',
    notJustified: '投诉不成立。',
  },
  zh_TW: {
    subject: '關於您的 Glasshouse 申訴的答覆',
    text: '我們已答覆您的申訴。{verdict} {answer}',
    justified: '申訴成立。',
    notJustified: '申訴不成立。',
  },
}

/**
 * The letter that answers a complaint.
 *
 * @example complaintLetter('en', { isJustified: true, answer: 'We lifted the lock.' }).subject // 'Answer to your Glasshouse complaint'
 */
export const complaintLetter = (
  lang: Language,
  { isJustified, answer }: { readonly isJustified: boolean; readonly answer: string },
): MessageText => {
  const { subject, text, justified, notJustified } = complaintTexts[lang]
  return { subject, text: fill(text, { verdict: isJustified ? justified : notJustified, answer }) }
}
