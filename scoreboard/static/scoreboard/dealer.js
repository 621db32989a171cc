// A deal belongs to its round: whom this phone noted as the dealer of the one that is begun deals,
// as long as that round is not stored yet.
import {begun} from "./kept.js";

export function tellDealer(line) {
  const {number, fields = {}} = begun(line.dataset.round) ?? {};
  if (number !== line.dataset.number) return; // another phone stored that round meanwhile
  const player = fields[`seat-${fields.dealer}`];
  const person = player && document.querySelector(`[data-player="${CSS.escape(player)}"]`);
  const name = person?.querySelector("bdi");
  if (!name) return;
  line.querySelector("bdi").textContent = name.textContent;
  const sign = document.querySelector(".standing .deals");
  if (sign) name.after(sign);
}
