/** Words of requests within longer texts, of all languages. Rows are parts of regular expressions. */

/** Lists and addresses that a request names. */
export const listNouns = [
  'list|lijst|bestand|lista|listy|liste|listalta|listaltanne|verteiler|kartei|fichier',
  'database|datenbank|databas|databáz|databázy|banca dati|base de d|bas[ei] dat|baz[aęyiu]|bază|adatbázis|tietokan',
  'newsletter|nyhetsbrev|nieuwsbrief|hírlev|mailings?\\b|utskick|register|rejestr|\\bcrm\\b|\\bsystem\\b|\\bthis$|werbezweck',
  'address|adres|dirección|direccion|endereço|indirizzo|\\bcím|osoite|sähköposti',
  'seznam|zoznam|sąraš|sarakst|popis|evidenc',
  'рассыл|розсил|баз[аыиу]|списк|адрес|бюлетин',
  'λίστα|διεύθυνσ',
  'リスト|名簿|配信先|名单|名單|列表|목록|명단|리스트',
  'قائم|קטלוג|רשימ|danh sách|daftar|milis',
];

/** Words that say that emails should end. */
export const endings = [
  '\\bagain\\b|any ?more\\b|any longer|no more\\b|no longer|\\bnever\\b|further|in (?:the )?future|\\bstop\\b|\\bcease\\b|\\bquit\\b|unsubscri|opt[- ]?out|opt (?:me|us) out',
  'nicht (?:mehr|weiter|wieder)|keine?n? (?:weiter|e-?mail|mail|werb|nachricht|mehr)|nie (?:mehr|wieder)|abmeld|austrag|absehen|abzusehen|unterlassen|widersp|\\bmehr\\b',
  'ne plus|\\bplus\\b|arrêt|cess(?:ez|er)|désabonn|désinscri',
  '\\bmás\\b|dej(?:e|en|ad) de|basta|\\bbaja\\b|suscri',
  '\\bpiù|ulterior|disiscri|cancella|smett',
  '\\bmais\\b|descadastr|subscri|inscri|chega',
  'niet meer|geen|uitschrijv|afmeld|\\b(?:er)?af$',
  '\\bmer\\b|\\bfler|\\bflere\\b|sluta|avregistr|avanmäl|avmeld|afmeld|framelding|igen\\b|igjen|inte|ikke',
  'enää|enempää|lopet|peruut',
  'więcej|kolejn|dalsz|przesta|wypis|zgody na',
  '\\buž|\\bjiž|další|ďalš|viac|odhlás|odhlaš',
  'többet|többé|további|több |leirat',
  '\\bmai\\b|dezabon',
  'bir daha|artık|daha fazla|abonelik|üyelik',
  'больше|отпи[сш]|прекрат|перестан|хватит|більше|відпи[сш]|припин|повече|отпи',
  'ξανά|πια|πλέον|άλλα|διαγρ|απεγγρ',
  'više|daljnj|odjav|več |nadaljnj|daugiau|nebe|vairs|vairāk|enam|rohkem|slippa|ärge|\\bmés\\b|prou|\\bnữa\\b|hủy|huỷ|đừng|ngừng|lagi|berhenti|jangan|hapus',
  'بعد الآن|مرة أخرى|المزيد|اشتراك|حذف|إزالت|توقف|יותר|עוד|הסר|להסיר|תפסיק',
  '停止|解除|中止|削除|拒否|不要|しないで|送らないで|退会|退订|退訂|取消|不要再|别再|別再|勿|删除|刪除|移除|거부|취소|해지|중단|보내지|그만|삭제|ยกเลิก|หยุด|งด|อย่า|เลิก|ไม่ต้อง',
];

/** At the beginning of a clause after the request, which they limit or take back. */
export const contrasts = [
  'but|however|unless|except|though|although|until|only|just|rather|yet',
  'aber|sondern|jedoch|allerdings|außer|bis|nur|dafür',
  'mais|sauf|cependant|toutefois|par contre|en revanche|jusqu|seulement',
  'pero|sino|salvo|excepto|en cambio|hasta|solo|sólo',
  'ma|però|bensì|tranne|fino|solo',
  'mas|porém|exceto|até|apenas|só',
  'maar|echter|behalve|tot|alleen|enkel',
  'men|utan|dock|förutom|uden|bortset|kun|bare|unntatt',
  'mutta|vaan|paitsi|kuitenkin',
  'ale|lecz|jednak|oprócz|natomiast|tylko|avšak|kromě|jen|okrem|iba',
  'hanem|viszont|azonban|csak',
  'dar|însă|ci',
  'но|однако|только|кроме|зато|але|проте|тільки|крім|обаче',
  'ama|fakat|ancak|sadece',
  'αλλά|όμως|μόνο',
  'ただ|しかし|但|不过|不過|而是|只|하지만|다만',
  'لكن|بل|אבל|אלא|רק|tapi|namun|kecuali|nhưng',
];

/** Anywhere in the text. They offer another address, person or way. */
export const replacements = [
  'instead|on behalf|my (?:new|other|private|work) (?:e-?mail|address)|(?:cc|bcc|thread|group chat|whatsapp)',
  'stattdessen|statt dessen|neue (?:e-?mail-?)?adresse',
  'plutôt|à la place|nouvelle adresse|en copie',
  'en su lugar|en vez|nueva dirección|en copia',
  'invece|piuttosto|nuovo indirizzo|in copia',
  'em vez|novo (?:e-?mail|endereço)|em cópia',
  'in plaats daarvan|nieuw (?:e-?mail)?adres|liever',
  'istället|i stedet|i stället|ny adress|ny adresse|sen sijaan',
  'zamiast|nowy adres|místo|nová adresa|új cím',
  'вместо|новый адрес|замість',
  '代わり|かわり|而是|대신',
];

/** Words of people who want to hear more. */
export const interests = [
  "(?<!not )(?<!n't )(?<!never )(?<!less )(?:very |really |still |definitely )?interested in",
  "(?:(?:i|we)(?:'m| am|'re| are| would be|'d be)) (?:very |really |still |definitely )?interested",
  "call me|ring me|give me a call|(?:let us|let's) (?:talk|meet|speak)|book a (?:call|demo)|send (?:me|us) (?:a|the|your) (?:quote|offer|price|demo)|looking forward",
  '(?:sehr|weiterhin|durchaus|grundsätzlich) interessiert|rufen sie mich|freue mich auf',
  '(?:très|toujours|bien) intéressée?s?|appelez[- ]moi|au plaisir',
  '(?:estoy|estamos) (?:muy )?interesad[oa]s? en|llámeme|llámame',
  '(?:sono|siamo) (?:molto )?interessat[oaie] a|mi chiami',
];

/** Legal requests to delete or not to use personal data. */
export const dataRequests = [
  '(?:object|objects|objecting) to (?:the |any |all )?(?:further )?(?:processing|use) of (?:my|our) (?:personal )?(?:data|information|details)',
  '(?:request|require|demand|ask)(?:ed|ing)?(?: that)?(?: you)?(?: to)?(?: the)?(?: immediately| immediate)? (?:erase|erasure of|delete|deletion of|remove|removal of) (?:all )?(?:of )?(?:my|our)(?: personal)? (?:data|information|details)',
  '(?:exercise|exercising|invoke) my rights? (?:to|of) (?:erasure|object|objection|be forgotten|opt out)',
  '(?:withdraw|revoke) my consent',
  'widerspreche(?: ich)?(?: hiermit)? (?:der|jeder|jeglicher)(?: weiteren)? (?:verarbeitung|nutzung|verwendung|speicherung) meiner (?:personenbezogenen )?daten',
  '(?:meine|sämtliche zu meiner person gespeicherten|alle zu meiner person gespeicherten|alle meine) (?:personenbezogenen )?daten(?: \\S+){0,4} (?:zu )?löschen',
  "(?:demande|exige|sollicite) (?:la |l'|de )?(?:suppression|effacement|supprimer|effacer)(?: immédiate?| de| toutes| l'ensemble)* (?:de )?mes données",
  "(?:m'oppose|nous opposons) (?:à|au) (?:tout |toute |l')?(?:traitement|utilisation|envoi)",
  "exerce mon droit (?:d'|à l')(?:opposition|effacement)",
  '(?:ejerzo|ejercer|ejercito) mi derecho (?:de|a la?) (?:oposición|supresión|cancelación)',
  '(?:solicito|exijo|pido) (?:la )?(?:supresión|eliminación|cancelación) (?:inmediata )?de (?:todos )?mis datos',
  'me opongo al tratamiento de mis datos',
  '(?:chiedo|richiedo|esigo) la cancellazione (?:immediata )?(?:di tutti i|dei) miei dati',
  'mi oppongo (?:al|ad|a) (?:qualsiasi |ogni |ulteriore )*(?:trattamento|invio)',
  '(?:exijo|solicito|peço|requeiro) a (?:exclusão|eliminação|remoção) (?:imediata )?(?:de todos os|dos) meus dados',
  '(?:oponho-me|me oponho) ao tratamento',
  'bezwaar tegen (?:de )?(?:verdere )?verwerking van mijn (?:persoons)?gegevens',
  'mijn (?:persoons)?gegevens (?:onmiddellijk |direct )?te (?:wissen|verwijderen)',
  '(?:żądam|wnoszę o) usunięci[ea] (?:wszystkich )?moich danych(?: osobowych)?',
  '(?:wnoszę|zgłaszam|składam) sprzeciw wobec przetwarzania|(?:cofam|wycofuję) zgodę',
  'verilerimin silinmesini (?:talep|rica|istiyorum)',
  'žádám o (?:výmaz|vymazání|odstranění) (?:svých|mých) (?:osobních )?údajů',
  'solicit ștergerea datelor mele',
  '(?:требую|прошу) удалить (?:все )?мои (?:персональные )?данные',
];
