"""The look of the page and its one script, which filters lists and unfolds everything for paper."""

from __future__ import annotations

STYLE = """
:root{color-scheme:light dark;
--bg:#f6f6f3;--card:#fff;--ink:#1b2230;--soft:#586174;--faint:#687182;--line:#e2e4e6;--track:#eceeef;--accent:#0d7d68;
--memory:#0f8f74;--evidence:#3f79cf;--log:#929baa;--vector:#8a6cc6;--structure:#b09a66;--duplicate:#c08a3e;--empty:#c6ccd4;--rejected:#cc4630;
--good:#0b6f5c;--good-bg:#e3f4ef;--bad:#b3261e;--bad-bg:#fdecea;--warn:#8a5a00;--warn-bg:#fdf3dc}
@media (prefers-color-scheme:dark){:root{
--bg:#11141a;--card:#191e27;--ink:#e8ebf1;--soft:#a3acbb;--faint:#8d97a7;--line:#2b323e;--track:#262d38;--accent:#4cc3a9;
--memory:#35b597;--evidence:#6b9fe8;--log:#7b8595;--vector:#a78be0;--structure:#b8a474;--duplicate:#d3a055;--empty:#4a5260;--rejected:#ea6d57;
--good:#63d3b8;--good-bg:#12302a;--bad:#ff9d93;--bad-bg:#3c1815;--warn:#f0c365;--warn-bg:#362a10}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;max-width:1080px;padding:40px 28px 56px;background:var(--bg);color:var(--ink);
font:15px/1.55 system-ui,-apple-system,"Segoe UI","Noto Sans","PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif}
h1,h2,h3,p,dl,dd,ul,figure{margin:0;padding:0}
ul{list-style:none}
h1{font-size:30px;line-height:1.25;font-weight:680;letter-spacing:-.015em;text-wrap:balance}
h2{font-size:19px;line-height:1.3;font-weight:650;margin-bottom:10px}
h3{font-size:13px;font-weight:600;color:var(--soft);margin-bottom:6px}
:lang(zh) h1{letter-spacing:0}
section{margin-top:44px}
code,pre,.code,.facts dd,.matrix th bdi,.place{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Noto Sans Mono","Noto Sans CJK SC","PingFang SC","Microsoft YaHei",monospace}
.over{display:flex;align-items:center;gap:10px;color:var(--soft);font-size:14px;margin-bottom:18px}
.brand{font-weight:700;color:var(--accent)}
.brand::after{content:"";display:inline-block;width:1px;height:14px;margin-inline-start:10px;background:var(--line);vertical-align:-2px}
.mark{background:var(--warn-bg);color:var(--warn);border-radius:99px;padding:1px 10px;font-weight:600;font-size:13px}
.verdict{display:flex;gap:14px;align-items:flex-start}
.verdict svg{flex:none;width:38px;height:38px;color:var(--accent)}
.verdict.bad svg,.verdict.bad h1{color:var(--bad)}
.lead{margin-top:12px;font-size:17px;max-width:46em}
.lead.second{margin-top:4px;color:var(--soft);font-size:15px}
.rehearsal{margin-top:12px;display:inline-block;background:var(--warn-bg);color:var(--warn);border-radius:8px;padding:6px 12px;font-weight:600}
.alarm{margin-top:16px;border:2px solid var(--bad);background:var(--bad-bg);color:var(--bad);border-radius:10px;padding:12px 16px}
.overview{margin-top:24px}
.stack{display:flex;gap:1px;height:8px;border-radius:4px;overflow:hidden;background:var(--track);min-width:60px}
.overview .stack{height:18px;border-radius:6px}
.stack i{flex:0 1 0;min-width:2px;background:var(--c,var(--faint))}
.overview .stack i{min-width:4px}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:10px;font-size:13.5px;color:var(--soft);font-variant-numeric:tabular-nums}
.legend a{color:inherit;text-underline-offset:3px}
.dot{display:inline-block;width:10px;height:10px;border-radius:3px;background:var(--c,var(--faint));margin-inline-end:7px;vertical-align:0}
.t-memory,.t-imported{--c:var(--memory)}.t-evidence,.t-unchanged{--c:var(--evidence)}.t-log,.t-superseded{--c:var(--log)}
.t-vector,.t-passed_through{--c:var(--vector)}.t-structure,.t-tombstones_applied{--c:var(--structure)}.t-duplicate,.t-quarantined,.t-withheld{--c:var(--duplicate)}
.t-empty,.t-tombstoned{--c:var(--empty)}.t-rejected{--c:var(--rejected)}
.lost{--c:repeating-linear-gradient(45deg,#d11507 0 5px,#ffb4ab 5px 9px)}
.facts{display:flex;flex-wrap:wrap;gap:10px 36px;margin-top:24px;padding-top:16px;border-top:1px solid var(--line);font-size:13px}
.facts div,.figures div{min-width:0}
.facts dt,.figures dt{color:var(--soft);font-size:12.5px}
.facts dd{overflow-wrap:anywhere}
.card{background:var(--card);border:1px solid var(--line);border-radius:12px;padding:18px 20px;min-width:0}
.say{color:var(--soft);margin:-4px 0 12px;max-width:50em}
.two{display:grid;grid-template-columns:1fr 1fr;gap:18px;align-items:start}
table{border-collapse:collapse;width:100%}
caption{text-align:start;font-weight:650;padding-bottom:6px}
th{font-weight:inherit;text-align:start}
td,th{vertical-align:top}
.n{text-align:end;white-space:nowrap;font-variant-numeric:tabular-nums}
.ledger th,.ledger td{padding:8px 0}
.ledger th{width:100%}
.ledger tbody tr:last-child>*{padding-bottom:14px}
.ledger .n{padding-inline-start:16px;font-weight:600}
.ledger .p{min-width:58px;padding-inline-start:12px;text-align:end;color:var(--faint);font-size:12.5px;line-height:23px;font-variant-numeric:tabular-nums;white-space:nowrap}
.ledger .label{font-weight:560;overflow-wrap:anywhere}
.ledger .label.code{font-size:13px;font-weight:450}
.ledger .main .n{color:var(--good)}
.hint{color:var(--faint);font-size:12.5px;line-height:1.4}
.ledger .hint{display:block}
.bar{display:block;height:5px;border-radius:3px;background:var(--track);margin-top:5px;overflow:hidden}
.bar i{display:block;height:100%;border-radius:3px;min-width:3px;background:var(--c,var(--accent))}
.zero .bar i{min-width:0}
.ledger .zero .label,.ledger .zero .n,.matrix .zero{color:var(--faint);font-weight:400}
tfoot th,tfoot td{border-top:1.5px solid var(--ink);font-weight:650}
.ledger tfoot th,.ledger tfoot td{padding-top:10px}
.sound,.unsound{margin-inline-start:10px;border-radius:99px;padding:2px 9px;font-size:12px;font-weight:600;background:var(--good-bg);color:var(--good)}
.unsound{background:var(--bad-bg);color:var(--bad)}
.bad{color:var(--bad);font-weight:650}
.figures{display:flex;flex-wrap:wrap;gap:14px 32px}
.figures dd{font-size:15px;font-weight:600;font-variant-numeric:tabular-nums}
.figures dd.hint{font-size:12.5px;font-weight:400;max-width:15em}
.histogram{margin-top:22px}
.histogram figcaption{color:var(--faint);font-size:12px;margin-bottom:4px}
.columns{display:flex;align-items:flex-end;gap:2px;height:132px;border-bottom:1px solid var(--line)}
.columns i{flex:1 1 0;background:var(--accent);border-radius:3px 3px 0 0}
.axis{display:flex;justify-content:space-between;gap:2px;color:var(--soft);font-size:12.5px;margin-top:4px;font-variant-numeric:tabular-nums}
.axis.each{text-align:center}.axis.each span{flex:1 1 0;min-width:0}
.axis b{display:block;color:var(--ink);font-weight:600}
.notations{display:grid;grid-template-columns:1fr 1fr;gap:18px;margin-top:20px}
.inline{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:14px}
.inline b{font-weight:600;font-variant-numeric:tabular-nums}
details>summary{cursor:pointer;color:var(--soft);font-size:14px;padding:6px 0}
details>summary:focus-visible,.scroll:focus-visible,input:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.folds details details{margin-inline-start:16px}
.folds details+details{border-top:1px solid var(--line)}
.folds summary{color:var(--ink);font-weight:560;padding:9px 0;overflow-wrap:anywhere}
.folds summary .dot{margin-inline-start:2px}
summary small{color:var(--faint);font-weight:400;margin-inline-start:6px;font-size:12.5px}
.plain{width:auto;margin:2px 0 10px;font-size:14px}
.plain td,.plain th{padding:4px 0;padding-inline-end:18px;overflow-wrap:anywhere}
.plain .n{font-weight:600}
.tag{display:inline-block;white-space:nowrap;font-size:12.5px;color:var(--soft);border-inline-start:3px solid var(--c,var(--faint));padding-inline-start:7px}
.scroll{overflow-x:auto}
.matrix{font-size:13.5px}
.matrix th,.matrix td{padding:7px 0;padding-inline-start:12px}
.matrix thead th{color:var(--soft);font-size:12.5px;border-bottom:1px solid var(--line);white-space:nowrap}
.matrix thead .n{border-bottom:2px solid var(--c,var(--line))}
.matrix tr>:first-child{padding-inline-start:0;position:sticky;inset-inline-start:0;background:var(--card);min-width:15em;overflow-wrap:anywhere}
.matrix th bdi{font-size:12.5px}
.matrix tbody tr+tr>*{border-top:1px solid var(--line)}
.matrix .shares{width:90px;vertical-align:middle}
.count{display:inline-block;background:var(--bad-bg);color:var(--bad);border-radius:99px;padding:0 10px;font-size:14px;font-variant-numeric:tabular-nums}
.calm{color:var(--soft)}
.filter{display:flex;align-items:center;gap:12px;margin-bottom:12px}
.filter[hidden]{display:none}
.filter input{flex:0 1 340px;min-width:0;font:inherit;font-size:14px;padding:7px 12px;border:1px solid var(--line);border-radius:8px;background:var(--bg);color:inherit}
.filter output{color:var(--soft);font-size:13px;font-variant-numeric:tabular-nums}
.rows{font-size:14px;table-layout:fixed}
.rows th{color:var(--soft);font-size:12.5px;padding-bottom:6px}
.rows th:nth-child(1){width:29%}.rows th:nth-child(2){width:31%}
.rows td{border-top:1px solid var(--line);padding:9px 0;padding-inline-end:18px;overflow-wrap:anywhere}
.rows em{color:var(--faint)}
.place{color:var(--soft);font-size:12.5px;overflow-wrap:anywhere}
.whole{white-space:nowrap}
.sep{color:var(--faint);margin:0 5px}
.text{white-space:pre-line;overflow-wrap:anywhere;unicode-bidi:isolate}
.samples li{padding:8px 0}
.samples li+li{border-top:1px dashed var(--line)}
.samples .text{max-width:52em}
.samples .reason{color:var(--soft);font-size:13px}
.samples{margin-bottom:8px}
.notes li{padding:5px 0 5px 16px;border-inline-start:3px solid var(--line);margin-bottom:6px;overflow-wrap:anywhere}
.steps li+li{margin-top:12px}
.steps pre{margin:4px 0 0;padding:10px 14px;border-radius:8px;background:var(--card);border:1px solid var(--line);font-size:13.5px;white-space:pre-wrap;overflow-wrap:anywhere}
footer{margin-top:48px;padding-top:14px;border-top:1px solid var(--line);color:var(--faint);font-size:12.5px}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media (max-width:760px){
body{padding:24px 16px 40px}
h1{font-size:24px}.verdict svg{width:30px;height:30px}.verdict{gap:10px}.lead{font-size:16px}
section{margin-top:34px}.two,.notations{grid-template-columns:1fr}.card{padding:14px}
.matrix .shares{display:none}.matrix tr>:first-child{min-width:8em;max-width:10em}.axis.each b{font-size:11px}.axis.each{font-size:10.5px}
.rows,.rows tbody,.rows tr,.rows td{display:block}.rows thead{display:none}
.rows tr{border-top:1px solid var(--line);padding:10px 0}.rows tr[hidden]{display:none}.rows tbody tr:first-child{border-top:0}.rows td{border:0;padding:1px 0}
.rows .reason{color:var(--rejected)}.rows .said{margin-top:4px}
.figures{gap:12px 24px}.plain td{padding-inline-end:12px}}
@media print{:root{color-scheme:light;--bg:#fff;--card:#fff;--ink:#000;--soft:#333;--faint:#555;--line:#ccc;--track:#eee;--accent:#0d7d68;
--memory:#0f8f74;--evidence:#3f79cf;--log:#929baa;--vector:#8a6cc6;--structure:#b09a66;--duplicate:#c08a3e;--empty:#c6ccd4;--rejected:#cc4630;
--good:#0b6f5c;--good-bg:#e3f4ef;--bad:#b3261e;--bad-bg:#fdecea;--warn:#8a5a00;--warn-bg:#fdf3dc}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{max-width:none;padding:0;font-size:11pt}.filter{display:none}.card{break-inside:auto;border-radius:6px}
tfoot{display:table-row-group}.two{grid-template-columns:1fr 1fr}.matrix th,.matrix td{padding-inline-start:8px}h2{break-after:avoid}tr,li,.facts,.figures,figure{break-inside:avoid}.scroll{overflow:visible}.matrix tr>:first-child{position:static}.matrix{font-size:9pt}
details::details-content{content-visibility:visible;display:block;block-size:auto}section{margin-top:24px}}
"""

SCRIPT = """
(function(){
document.querySelectorAll("[data-filter]").forEach(function(part){
var label=part.querySelector(".filter");if(!label)return;
var field=label.querySelector("input"),told=label.querySelector("output");
var lines=Array.prototype.map.call(part.querySelectorAll("tbody tr"),function(line){
return{line:line,text:line.textContent.toLowerCase()}});
function narrow(){
var wanted=field.value.toLowerCase().split(/\\s+/).filter(Boolean),shown=0;
lines.forEach(function(one){
var fits=wanted.every(function(word){return one.text.indexOf(word)>=0});
one.line.hidden=!fits;if(fits)shown++});
told.textContent=told.dataset.label.replace("{shown}",shown.toLocaleString("en")).replace("{all}",lines.length.toLocaleString("en"))}
field.addEventListener("input",narrow);label.hidden=false;narrow()});
var folded=[];
window.addEventListener("beforeprint",function(){
folded=Array.prototype.slice.call(document.querySelectorAll("details:not([open])"));
folded.forEach(function(one){one.open=true})});
window.addEventListener("afterprint",function(){folded.forEach(function(one){one.open=false})});
})();
"""

CHECK = (
    '<svg viewBox="0 0 40 40" aria-hidden="true"><circle cx="20" cy="20" r="19" fill="currentColor" opacity=".14"/>'
    '<path d="M12 20.5l5.5 5.5L28.5 15" fill="none" stroke="currentColor" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>'
)
WARNING = (
    '<svg viewBox="0 0 40 40" aria-hidden="true"><path d="M20 4L38 36H2z" fill="currentColor" opacity=".16"/>'
    '<path d="M20 15v10M20 30v.5" stroke="currentColor" stroke-width="3.6" stroke-linecap="round"/></svg>'
)
FAVICON = "data:,"
"""An empty one, so that a browser does not ask for one."""
