import type { Language } from '@glasshouse/core/wire/languages'

/** Kinds of withdrawal e-mails. */
export type WithdrawalEmailKind = 'requested' | 'approved' | 'rejected' | 'sent' | 'held'

type Words = { readonly subject: string; readonly text: string }

/** Amounts in USDT, times at UTC+1. */
export type WithdrawalEmailValues = {
  readonly id: number
  readonly amount: string
  readonly net: string
  readonly fee: string
  /** Masked. */
  readonly destination: string
  readonly deadline: string
  readonly remark: string
  /** End of a legal hold. */
  readonly until: string
  readonly proof: string
}

/**
 * The e-mails contain no links, so that customers do not get used to following links in mail; names in brackets are
 * placeholders.
 */
const words: Readonly<Record<Language, Readonly<Record<WithdrawalEmailKind, Words>>>> = {
  en: {
    requested: {
      subject: 'Withdrawal {id}: {amount} USDT requested',
      text: 'You asked to withdraw {amount} USDT to {destination}: {net} USDT will be paid out, {fee} USDT is the platform fee. It is decided by {deadline} (UTC+1) at the latest. You can cancel it until it is sent. If this was not you, cancel it now, change your passwords and write to us.',
    },
    approved: {
      subject: 'Withdrawal {id}: approved',
      text: 'Your withdrawal of {amount} USDT to {destination} was approved. {net} USDT will be sent next.',
    },
    rejected: {
      subject: 'Withdrawal {id}: rejected, the money is back',
      text: 'Your withdrawal of {amount} USDT was rejected: “{remark}” The whole amount, fee included, is in your wallet again.',
    },
    held: {
      subject: 'Withdrawal {id}: held by a legal order',
      text: 'A legal order holds your withdrawal of {amount} USDT: “{remark}” The hold ends on {until} (UTC+1) unless two managers renew it; then the withdrawal goes on. The amount stays yours, and until it is sent you can cancel the withdrawal.',
    },
    sent: {
      subject: 'Withdrawal {id}: {net} USDT sent',
      text: '{net} USDT were sent to {destination}. Transaction: {proof}',
    },
  },
  ja: {
    requested: {
      subject: '出金 {id}: {amount} USDT の申請を受け付けました',
      text: '{destination} への {amount} USDT の出金：受取額は {net} USDT です（手数料 {fee} USDT）。{deadline}（UTC+1）までに処理します。送金されるまで取り消せます。お心当たりがない場合は、すぐに取り消してパスワードを変更し、サポートにお問い合わせください。',
    },
    approved: {
      subject: '出金 {id}: 承認されました',
      text: '{destination} への {amount} USDT の出金が承認されました。まもなく {net} USDT を送金します。',
    },
    rejected: {
      subject: '出金 {id}: 却下、資金を返還しました',
      text: '{amount} USDT の出金は却下されました。理由: 「{remark}」 手数料を含む全額がウォレットに戻りました。',
    },
    held: {
      subject: '出金 {id}: 法的な命令により保留中',
      text: '{amount} USDT の出金は法的な命令により保留されています: 「{remark}」 保留は、管理者2名が更新しない限り {until}（UTC+1）に終了し、その後出金手続きが再開します。資金はお客様のもので、送金されるまで取り消せます。',
    },
    sent: {
      subject: '出金 {id}: {net} USDT を送金しました',
      text: '{destination} へ {net} USDT を送金しました。取引: {proof}',
    },
  },
  kr: {
    requested: {
      subject: '출금 {id}: {amount} USDT 신청됨',
      text: '{destination}(으)로 {amount} USDT 출금: {net} USDT를 받게 됩니다(수수료 {fee} USDT). {deadline}(UTC+1)까지 처리됩니다. 송금되기 전까지 취소할 수 있습니다. 본인이 아니라면 지금 취소하고 비밀번호를 변경한 뒤 고객센터에 문의하세요.',
    },
    approved: {
      subject: '출금 {id}: 승인됨',
      text: '{destination}(으)로의 {amount} USDT 출금이 승인되었습니다. 곧 {net} USDT를 송금합니다.',
    },
    rejected: {
      subject: '출금 {id}: 거절됨, 자금 반환됨',
      text: '{amount} USDT 출금이 거절되었습니다. 사유: “{remark}” 수수료를 포함한 전액이 지갑으로 돌아왔습니다.',
    },
    held: {
      subject: '출금 {id}: 법적 명령으로 보류됨',
      text: '{amount} USDT 출금이 법적 명령으로 보류되었습니다: “{remark}” 관리자 두 명이 갱신하지 않으면 보류는 {until}(UTC+1)에 끝나고 출금이 계속됩니다. 금액은 고객님의 것이며 송금 전까지 취소할 수 있습니다.',
    },
    sent: {
      subject: '출금 {id}: {net} USDT 송금 완료',
      text: '{destination}(으)로 {net} USDT를 송금했습니다. 거래: {proof}',
    },
  },
  th: {
    requested: {
      subject: 'การถอน {id}: ขอถอน {amount} USDT',
      text: 'ถอน {amount} USDT ไปยัง {destination}: คุณจะได้รับ {net} USDT (ค่าธรรมเนียม {fee}) เราจะดำเนินการภายใน {deadline} (UTC+1) ยกเลิกได้จนกว่าจะส่ง หากไม่ใช่คุณ ให้ยกเลิกทันที เปลี่ยนรหัสผ่าน และติดต่อฝ่ายสนับสนุน',
    },
    approved: {
      subject: 'การถอน {id}: อนุมัติแล้ว',
      text: 'การถอน {amount} USDT ไปยัง {destination} ได้รับอนุมัติแล้ว เราจะส่ง {net} USDT ต่อไป',
    },
    rejected: {
      subject: 'การถอน {id} ถูกปฏิเสธ คืนเงินแล้ว',
      text: 'การถอน {amount} USDT ถูกปฏิเสธ เหตุผล: “{remark}” เงินทั้งหมดรวมค่าธรรมเนียมกลับเข้ากระเป๋าของคุณแล้ว',
    },
    held: {
      subject: 'การถอน {id}: ถูกพักตามคำสั่งทางกฎหมาย',
      text: 'การถอน {amount} USDT ของคุณถูกพักตามคำสั่งทางกฎหมาย: “{remark}” การพักสิ้นสุดวันที่ {until} (UTC+1) เว้นแต่ผู้จัดการสองคนต่ออายุ จากนั้นการถอนจะดำเนินต่อ เงินยังเป็นของคุณ และคุณยกเลิกได้จนกว่าจะส่ง',
    },
    sent: {
      subject: 'การถอน {id}: ส่ง {net} USDT แล้ว',
      text: 'ส่ง {net} USDT ไปยัง {destination} แล้ว ธุรกรรม: {proof}',
    },
  },
  ru: {
    requested: {
      subject: 'Вывод {id}: запрошено {amount} USDT',
      text: 'Вывод {amount} USDT на {destination}: вы получите {net} USDT (комиссия {fee}). Мы обработаем его до {deadline} (UTC+1). До отправки вывод можно отменить. Это не вы? Отмените его сейчас, смените пароли и обратитесь в поддержку.',
    },
    approved: {
      subject: 'Вывод {id} одобрен',
      text: 'Ваш вывод {amount} USDT на {destination} одобрен. Следующий шаг — отправка {net} USDT.',
    },
    rejected: {
      subject: 'Вывод {id} отклонён, средства возвращены',
      text: 'Ваш вывод {amount} USDT отклонён: «{remark}» Сумма и комиссия возвращены в кошелёк.',
    },
    held: {
      subject: 'Вывод {id}: приостановлен по законному предписанию',
      text: 'Ваш вывод {amount} USDT приостановлен по законному предписанию: «{remark}» Приостановка закончится {until} (UTC+1), если два менеджера её не продлят; затем вывод продолжится. Средства остаются вашими, и до отправки вывод можно отменить.',
    },
    sent: {
      subject: 'Вывод {id}: отправлено {net} USDT',
      text: 'На {destination} отправлено {net} USDT. Транзакция: {proof}',
    },
  },
  es: {
    requested: {
      subject: 'Retiro {id}: {amount} USDT solicitados',
      text: 'Retiro de {amount} USDT a {destination}: recibirás {net} USDT (comisión {fee}). Lo procesaremos antes del {deadline} (UTC+1). Puedes cancelarlo hasta que se envíe. ¿No fuiste tú? Cancélalo ahora, cambia tus contraseñas y contacta a soporte.',
    },
    approved: {
      subject: 'Retiro {id} aprobado',
      text: 'Tu retiro de {amount} USDT a {destination} fue aprobado. A continuación se enviarán {net} USDT.',
    },
    rejected: {
      subject: 'Retiro {id} rechazado, fondos devueltos',
      text: 'Tu retiro de {amount} USDT fue rechazado: “{remark}” El importe y la comisión volvieron a tu billetera.',
    },
    held: {
      subject: 'Retiro {id}: retenido por una orden legal',
      text: 'Una orden legal retiene tu retiro de {amount} USDT: «{remark}» La retención termina el {until} (UTC+1) salvo que dos gestores la renueven; después el retiro continúa. El importe sigue siendo tuyo y puedes cancelar el retiro hasta que se envíe.',
    },
    sent: {
      subject: 'Retiro {id}: {net} USDT enviados',
      text: 'Se enviaron {net} USDT a {destination}. Transacción: {proof}',
    },
  },
  pt: {
    requested: {
      subject: 'Saque {id}: {amount} USDT solicitados',
      text: 'Saque de {amount} USDT para {destination}: você receberá {net} USDT (taxa {fee}). Será processado até {deadline} (UTC+1). Você pode cancelar até o envio. Não foi você? Cancele agora, troque suas senhas e fale com o suporte.',
    },
    approved: {
      subject: 'Saque {id}: aprovado',
      text: 'Seu saque de {amount} USDT para {destination} foi aprovado. Em seguida, enviaremos {net} USDT.',
    },
    rejected: {
      subject: 'Saque {id} rejeitado, fundos devolvidos',
      text: 'Seu saque de {amount} USDT foi rejeitado: “{remark}” O valor total, com a taxa, voltou à sua carteira.',
    },
    held: {
      subject: 'Saque {id}: retido por ordem legal',
      text: 'Uma ordem legal retém o seu saque de {amount} USDT: “{remark}” A retenção termina em {until} (UTC+1), salvo se dois gestores a renovarem; depois o saque continua. O valor continua seu, e pode cancelar o saque até ser enviado.',
    },
    sent: {
      subject: 'Saque {id}: {net} USDT enviados',
      text: '{net} USDT foram enviados para {destination}. Transação: {proof}',
    },
  },
  zh_CN: {
    requested: {
      subject: '提现 {id}：已申请 {amount} USDT',
      text: '提现 {amount} USDT 至 {destination}：您将收到 {net} USDT（手续费 {fee}）。我们将在 {deadline}（UTC+1）前处理。发送前可以取消。不是您本人操作？请立即取消、更改密码并联系客服。',
    },
    approved: {
      subject: '提现 {id}：审核通过',
      text: '您提现 {amount} USDT 至 {destination} 的申请已审核通过，即将发送 {net} USDT。',
    },
    rejected: {
      subject: '提现 {id}：已拒绝，资金已退回',
      text: '您提现 {amount} USDT 的申请被拒绝：“{remark}” 全部金额（含手续费）已退回您的钱包。',
    },
    held: {
      subject: '提现 {id}：因法律命令暂停',
      text: '您的 {amount} USDT 提现因法律命令暂停：“{remark}” 除非两位经理续期，暂停将于 {until}（UTC+1）结束，之后提现继续处理。资金仍属于您，发送前可以撤回提现。',
    },
    sent: {
      subject: '提现 {id}：已发送 {net} USDT',
      text: '已向 {destination} 发送 {net} USDT。交易：{proof}',
    },
  },
  zh_TW: {
    requested: {
      subject: '提領 {id}：已申請 {amount} USDT',
      text: '提領 {amount} USDT 至 {destination}：您將收到 {net} USDT（手續費 {fee}）。我們會在 {deadline}（UTC+1）前處理。傳送前可以取消。不是您本人操作？請立即取消、變更密碼並聯絡客服。',
    },
    approved: {
      subject: '提領 {id}：審核通過',
      text: '您提領 {amount} USDT 至 {destination} 的申請已審核通過，即將傳送 {net} USDT。',
    },
    rejected: {
      subject: '提領 {id}：已拒絕，資金已退回',
      text: '您提領 {amount} USDT 的申請遭拒絕：「{remark}」 全部金額（含手續費）已退回您的錢包。',
    },
    held: {
      subject: '提領 {id}：因法律命令暫停',
      text: '您的 {amount} USDT 提領因法律命令暫停：「{remark}」 除非兩位經理續期，暫停將於 {until}（UTC+1）結束，之後提領繼續處理。資金仍屬於您，發送前可以撤回提領。',
    },
    sent: {
      subject: '提領 {id}：已傳送 {net} USDT',
      text: '已向 {destination} 傳送 {net} USDT。交易：{proof}',
    },
  },
}

const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`the e-mail has no value for {${name}}`)
    return String(value)
  })

/** Subject and text of a withdrawal e-mail. */
export const withdrawalEmail = (
  lang: Language,
  about: WithdrawalEmailKind,
  values: WithdrawalEmailValues,
): Words => {
  const { subject, text } = words[lang][about]
  return { subject: fill(subject, values), text: fill(text, values) }
}
