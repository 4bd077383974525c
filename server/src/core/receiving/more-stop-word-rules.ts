import type { StopWords } from './stop-language.ts';

/** Languages in which fewer ways to ask are known. */
export const moreStopWords: StopWords[] = [
  {
    locale: 'bg',
    slots: {
      me: ['ме', 'ни', 'моя (?:имейл|e-?mail|адрес)', 'адреса ми', 'имейла ми'],
      from: [
        'от (?:вашия |вашата |този |тази )?(?:списък|списъка|бюлетина|бюлетин|базата(?: данни)?|абонамента)(?: си)?',
      ],
    },
    requests: [
      '(?:махнете|премахнете|изтрийте|отпишете|отстранете|извадете)(?: {me})?(?: {from})?',
      '(?:моля )?(?:извадете|махнете) ни от списъка(?: си| ви)?',
      '(?:да )?(?:{me} )(?:махнете|премахнете|изтриете|отпишете)(?: {from})?',
      '(?:отписване|стоп|спрете)(?: {from})?',
      '(?:повече )?не (?:ми |ни |ме )?(?:пишете|изпращайте|пращайте)(?: (?:повече|имейли|съобщения|писма))*',
      'не (?:желая|искам) (?:повече )?(?:да получавам )?(?:повече )?(?:имейли|съобщения|писма)',
    ],
    besides: ['не (?:ме )?интересува', 'нямам интерес', 'не,? благодаря'],
    polite: ['моля', 'благодаря', 'здравейте', 'добър ден'],
    greetings: ['здравейте', 'добър ден', 'уважаеми'],
    closings: ['(?:с уважение|поздрави|благодаря)'],
  },
  {
    locale: 'sk',
    slots: {
      me: ['ma', 'mňa', 'nás', '(?:môj|moju) (?:e-?mail|adresu|kontakt)'],
      from: [
        '(?:z|zo) (?:vášho |vašej |tohto |tejto )?(?:zoznamu|databázy|odberu|mailing listu|newslettera)',
      ],
      mails: ['(?:(?:ďalšie|žiadne|viac|vaše) ){0,2}(?:e-?maily|maily|správy|ponuky)'],
    },
    requests: [
      '(?:odhláste|odstráňte|vymažte|vyraďte|odhlásiť)(?: {me})?(?: {from})?',
      '(?:o )?(?:odhlásenie|vymazanie|odstránenie|vyradenie)(?: {from})?',
      '(?:už )?(?:mi |nám )?ne(?:píšte|posielajte|kontaktujte)(?: (?:mi|ma|už|{mails}))*',
      '(?:už )?nechcem (?:už )?(?:dostávať )?{mails}',
    ],
    besides: ['nemám(?:e)? záujem', 'nie,? ďakujem'],
    polite: ['prosím', 'ďakujem', 'dobrý deň', 'prosím vás'],
    greetings: ['dobrý deň', 'vážen(?:ý|á|í)'],
    closings: ['s pozdravom', 'ďakujem'],
  },
  {
    locale: 'hr',
    slots: {
      me: ['me', 'nas', '(?:moju|ovu) (?:e-?mail )?adresu', 'moj (?:e-?mail|mail|kontakt)'],
      from: [
        '(?:s|sa|iz) (?:vaše |ove |te )?(?:liste|mailing liste|baze(?: podataka)?|popisa|newslettera)',
      ],
      mails: ['(?:više |daljnje |vaše )?(?:e-?mailove|mailove|mejlove|poruke|ponude)'],
    },
    requests: [
      '(?:odjavite|uklonite|izbrišite|obrišite|skinite|maknite|brišite)(?: {me})?(?: {from})?',
      '(?:da )?(?:{me} )(?:odjavite|uklonite|izbrišete|obrišete|skinete|maknete)(?: {from})?',
      '(?:odjava|odjavu|odjavi|prestanite|stop)(?: {from})?',
      '(?:više )?(?:mi |nam |me )?ne(?:mojte)? (?:mi |me )?(?:više )?(?:slati|pisati|kontaktirati|šaljite|pišite)(?: (?:mi|više|{mails}))*',
      'ne (?:želim|želimo) (?:više )?(?:primati |dobivati |dobijati )?{mails}',
    ],
    besides: ['(?:nisam|nismo) zainteresiran(?:a|i)?', 'ne,? hvala'],
    polite: ['molim', 'molim vas', 'hvala', 'pozdrav', 'poštovani', 'unaprijed'],
    greetings: ['poštovan(?:i|a)', 'pozdrav', 'dobar dan'],
    closings: ['(?:lijep )?pozdrav', 'hvala', 's poštovanjem', 'lp'],
  },
  {
    locale: 'sl',
    slots: {
      me: ['me', 'nas', 'moj (?:naslov|e-?naslov|e-?mail)'],
      from: ['(?:s|z|iz) (?:vašega |tega |vaše )?(?:seznama|liste|baze|evidence)'],
      mails: ['(?:več |nadaljnjih )?(?:e-?pošte|sporočil|mailov|ponudb)'],
    },
    requests: [
      '(?:odjavite|odstranite|izbrišite|umaknite|črtajte)(?: {me})?(?: {from})?',
      '(?:da )?{me} (?:odjavite|odstranite|izbrišete|umaknete)(?: {from})?',
      '(?:odjava|stop)(?: {from})?',
      '(?:da )?(?:mi |nam )?ne (?:pošiljate|pišete)(?: (?:več|takih|{mails}))*',
      '(?:ne )(?:pišite|pošiljajte|kontaktirajte)(?: (?:mi|me|več|{mails}))*',
      'ne želim (?:več )?(?:prejemati )?{mails}',
    ],
    besides: ['(?:nisem|nismo) zainteresiran(?:a|i)?', 'ne,? hvala'],
    polite: ['prosim', 'hvala', 'pozdravljeni', 'dober dan'],
    greetings: ['pozdravljeni', 'spoštovani', 'dober dan'],
    closings: ['lep pozdrav', 'lp', 'hvala'],
  },
  {
    locale: 'lt',
    slots: {
      me: ['mane', 'mus', 'mano (?:adresą|el paštą|kontaktą)'],
      from: [
        'iš (?:savo |jūsų |šio )?(?:adresatų )?(?:sąrašo|bazės|duomenų bazės|prenumeratos|naujienlaiškio)',
      ],
    },
    requests: [
      '(?:išbraukite|išbraukti|pašalinkite|pašalinti|ištrinkite|išimkite|atsisakyti)(?: {me})?(?: {from})?',
      '(?:atsisakau|atšaukti) (?:prenumeratos|prenumeratą)',
      '(?:daugiau )?(?:man |mums )?(?:daugiau )?ne(?:rašykite|siųskite|besiųskite|berašykite)(?: (?:man|mums|daugiau|laiškų|pranešimų))*',
      'nebenoriu (?:gauti )?(?:jūsų )?(?:laiškų|pranešimų)',
    ],
    besides: ['nedomina', 'ne,? ačiū'],
    polite: ['prašau', 'prašome', 'ačiū', 'laba diena', 'sveiki'],
    greetings: ['laba diena', 'sveiki', 'gerbiam(?:as|a|ieji)'],
    closings: ['pagarbiai', 'ačiū'],
  },
  {
    locale: 'lv',
    slots: {
      me: ['mani', 'mūs', 'manu (?:adresi|e-?pastu|kontaktu)'],
      from: ['no (?:jūsu |sava |šī )?(?:saraksta|datubāzes|adresātu saraksta|jaunumiem)'],
    },
    requests: [
      '(?:izņemiet|izdzēsiet|dzēsiet|svītrojiet|noņemiet|atrakstiet)(?: {me})?(?: {from})?',
      '(?:vairs )?(?:man |mums )?(?:vairs )?ne(?:rakstiet|sūtiet)(?: (?:man|mums|vairs|vairāk|e-?pastus|vēstules))*',
      '(?:atteikties|atrakstīties)(?: {from})?',
      'nevēlos (?:vairs )?saņemt (?:jūsu )?(?:e-?pastus|vēstules|ziņas)',
    ],
    besides: ['neinteresē', 'nē,? paldies'],
    polite: ['lūdzu', 'paldies', 'labdien', 'sveiki'],
    greetings: ['labdien', 'sveiki'],
    closings: ['ar cieņu', 'paldies'],
  },
  {
    locale: 'et',
    slots: {
      me: ['mind', 'meid', 'minu (?:aadress|e-?posti aadress|kontakt)'],
      from: [
        '(?:oma |teie |sellest )?(?:listist|nimekirjast|andmebaasist|postiloendist|meililistist)',
      ],
    },
    requests: [
      '(?:eemaldage|kustutage|võtke)(?: palun)?(?: {me})?(?: {from})?(?: maha)?',
      '(?:ärge|palun ärge) (?:mulle |meile )?(?:rohkem |enam )?(?:kirjutage|saatke)(?: (?:mulle|rohkem|enam|kirju|e-?kirju))*',
      '(?:loobun|tühistan) (?:tellimusest|tellimuse)',
      'ei soovi (?:enam |rohkem )?(?:teie )?(?:kirju|e-?kirju)(?: saada)?',
    ],
    besides: ['ei ole huvitatud', 'ei huvita', 'ei,? aitäh'],
    polite: ['palun', 'aitäh', 'tänan', 'tere'],
    greetings: ['tere', 'lugupeetud'],
    closings: ['lugupidamisega', 'tervitades', 'aitäh'],
  },
  {
    locale: 'ca',
    slots: {
      from: [
        'de (?:la |aquesta )?(?:vostra |seva )?(?:llista|base de dades|newsletter)(?: de (?:correu|distribució|contactes))?',
      ],
      mails: ['(?:més )?(?:correus|missatges|e-?mails|publicitat)'],
    },
    requests: [
      '(?:doneu|doni|dona)(?:-me|-nos)? de baixa(?: {from})?',
      '(?:esborreu|elimineu|traieu|esborri|elimini|tregui)(?:-me|-nos)(?: {from})?',
      '(?:baixa|prou|stop)',
      "no (?:m'|em |ens )(?:envieu|escriviu|enviï|escrigui|contacteu)(?: {mails})?(?: més)?",
      'no vull (?:rebre )?{mails}',
    ],
    besides: ["no (?:m'|ens )interessa", 'no,? gràcies'],
    polite: ['si us plau', 'sisplau', 'gràcies', 'hola', 'bon dia'],
    greetings: ['hola', 'bon dia', 'bona tarda', 'benvolg(?:ut|uda|uts)'],
    closings: ['(?:salutacions|atentament|gràcies)'],
  },
  {
    locale: 'vi',
    slots: {
      me: ['(?:tôi|mình|em|chúng tôi)', '(?:email|địa chỉ)(?: email)?(?: của)? (?:tôi|chúng tôi)'],
      from: [
        '(?:khỏi|ra khỏi) danh sách(?: (?:gửi thư|email|nhận (?:thư|email|mail)|của (?:bạn|quý công ty|anh|chị)))*',
      ],
      mails: ['(?:e-?mail|mail|thư|tin nhắn|quảng cáo)'],
    },
    requests: [
      '(?:hãy )?(?:xóa|xoá|loại|gỡ|bỏ)(?: bỏ)? {me}(?: {from})?',
      '(?:hủy|huỷ) (?:đăng ký|nhận {mails})',
      '(?:đừng|không|ngừng|ngưng|dừng)(?: (?:gửi|liên hệ|làm phiền))(?: thêm)?(?: {mails})?(?: (?:cho|với))?(?: {me})?(?: nữa)?',
      '(?:{me} )?không muốn nhận (?:thêm )?{mails}(?: (?:này|nữa|của (?:bạn|quý công ty)))*',
    ],
    besides: ['(?:tôi )?không (?:quan tâm|có nhu cầu)'],
    polite: ['vui lòng', 'xin', 'làm ơn', 'cảm ơn', 'xin chào', 'chào'],
    greetings: ['xin chào', 'chào', 'kính gửi'],
    closings: ['trân trọng', 'cảm ơn'],
  },
  {
    locale: 'id',
    slots: {
      me: ['(?:saya|kami)', '(?:email|alamat email|alamat|kontak|data) (?:saya|kami)'],
      from: [
        'dari (?:daftar|milis|mailing list|database|list)(?: (?:email|kontak|anda|pengiriman|kalian))*',
      ],
      mails: ['(?:e-?mail|pesan|surel|penawaran)'],
    },
    requests: [
      '(?:hapus|keluarkan|hilangkan|hapuskan)(?: {me})?(?: {from})?',
      '(?:berhenti berlangganan|stop|hentikan)',
      '(?:jangan|berhenti|stop)(?: lagi)? (?:kirim|mengirim|kirimi|mengirimi|hubungi|menghubungi)(?: lagi)?(?: {me})?(?: {mails})?(?: (?:kepada|ke) {me})?(?: lagi)?',
      '(?:saya |kami )?tidak (?:mau|ingin) (?:menerima|dapat) {mails}(?: (?:ini|lagi|anda|dari anda))*',
    ],
    besides: ['(?:saya |kami )?tidak (?:tertarik|berminat)'],
    polite: ['tolong', 'mohon', 'silakan', 'terima kasih', 'halo', 'harap'],
    greetings: ['halo', 'selamat (?:pagi|siang|sore|malam)', 'yth'],
    closings: ['terima kasih', 'salam', 'hormat (?:saya|kami)'],
  },
  {
    locale: 'ar',
    slots: {
      list: [
        '(?:قائمتك|قائمتكم|القائمة|قائمة|قوائمكم)(?: (?:البريدية|البريد|المراسلات|بريدكم|الاتصال))*',
      ],
      mails: [
        '(?:رسائل|الرسائل|رسائلكم|إيميلات|بريد|الرسائل البريدية)(?: (?:أخرى|إلكترونية|بعد الآن|منكم|مرة أخرى))*',
      ],
    },
    requests: [
      '(?:احذفني|احذفوني|إزالتي|ازالتي|أزيلوني|أزلني|إلغاء اشتراكي|إلغاء الاشتراك|حذفي|ألغوا اشتراكي|حذف بريدي|إزالة بريدي)(?: من {list})?',
      '(?:أرجو|ارجو|يرجى|الرجاء|نرجو) (?:حذفي|إزالتي|ازالتي|إلغاء اشتراكي|حذف بريدي|إزالة بريدي)(?: من {list})?',
      '(?:توقف|توقفوا) عن (?:مراسلتي|إرسال {mails}|الإرسال)',
      '(?:لا (?:ترسل|ترسلوا)|عدم إرسال|عدم مراسلتي|لا (?:تراسلني|تراسلوني))(?: (?:لي|إلي|المزيد من))*(?: {mails})?(?: (?:لي|إلي|بعد الآن|مرة أخرى))*',
      'لا (?:أريد|أرغب في|اريد) (?:استلام|تلقي|استقبال)?(?: المزيد من| أي)? ?{mails}',
    ],
    besides: ['(?:أنا )?غير مهتم(?:ة)?', 'لست مهتم[اًة]*', 'لا شكرا'],
    polite: [
      'من فضلك',
      'من فضلكم',
      'رجاء',
      'رجاءً',
      'شكرا',
      'شكراً',
      'مرحبا',
      'لو سمحت',
      'السلام عليكم',
    ],
    greetings: ['مرحبا', 'السلام عليكم', 'السيد', 'السيدة'],
    closings: ['شكرا', 'شكراً', 'مع التحية', 'تحياتي'],
  },
  {
    locale: 'he',
    slots: {
      me: ['אותי', 'אותנו', 'את (?:הכתובת|המייל|הפרטים) שלי', 'את כתובתי'],
      from: [
        '(?:מרשימת|מרשימות|מהרשימה|מהרשימות|מרשימת ה)(?: ?(?:התפוצה|הדיוור|הדיוור שלכם|שלכם|שלך))*',
        'ממאגר(?: (?:המידע|שלכם))*',
      ],
      mails: ['(?:מיילים|הודעות|דוא"ל|פרסומות|מיילים נוספים|הודעות נוספות)'],
    },
    requests: [
      '(?:להסיר|הסירו|הסר|תסירו|תסיר|תסירי|הסרה|למחוק|תמחקו|מחקו|להוריד|תורידו)(?: {me})?(?: {from})?',
      '(?:הסרה|הסר|די|תפסיקו)',
      '(?:תפסיקו|הפסיקו|להפסיק|נא להפסיק) (?:לשלוח|לפנות)(?: (?:לי|אלי|אליי))?(?: {mails})?',
      '(?:לא לשלוח|אל תשלחו|אל תשלח|אל תפנו)(?: (?:לי|אלי|אליי|יותר|עוד))*(?: {mails})?(?: יותר)?',
      '(?:אני )?לא (?:מעוניין|מעוניינת|רוצה) לקבל(?: (?:יותר|עוד|מכם))*(?: {mails})?(?: (?:מכם|יותר))*',
    ],
    besides: ['(?:אני )?לא (?:מעוניין|מעוניינת|מעוניינים|רלוונטי)', 'לא תודה'],
    polite: ['נא', 'בבקשה', 'אנא', 'תודה', 'שלום', 'מבקש', 'מבקשת', 'אבקש'],
    greetings: ['שלום', 'היי'],
    closings: ['תודה', 'בברכה', 'תודה רבה'],
  },
  {
    locale: 'th',
    slots: {
      mails: ['(?:อีเมล|เมล|ข้อความ|จดหมาย|โฆษณา)'],
    },
    requests: [
      '(?:กรุณา|โปรด|ช่วย|ขอ)?(?:ยกเลิกการรับ|ยกเลิกรับ|ยกเลิกการสมัคร|งดส่ง|หยุดส่ง|เลิกส่ง|อย่าส่ง|ไม่ต้องส่ง)(?:การสมัคร)?{mails}?(?:มา|ถึง|หา|ให้)*(?:ฉัน|ผม|ดิฉัน|เรา)?(?:อีก)?(?:ต่อไป)?(?:ครับ|ค่ะ|นะคะ|นะครับ|ด้วย)*',
      '(?:กรุณา|โปรด|ช่วย|ขอ)?(?:ลบ|เอา|นำ)(?:ชื่อ|อีเมล|ที่อยู่)?(?:ฉัน|ผม|ดิฉัน|ของฉัน|ของผม)?(?:ออก)?(?:จาก)?(?:รายชื่อ|รายการ|ลิสต์)(?:ผู้รับ)?(?:อีเมล)?(?:ของคุณ)?(?:ครับ|ค่ะ|ด้วย)*',
    ],
    besides: ['ไม่สนใจ(?:ครับ|ค่ะ)?'],
    polite: ['ขอบคุณ(?:ครับ|ค่ะ)?', 'สวัสดี(?:ครับ|ค่ะ)?'],
    greetings: [],
    closings: [],
  },
];
