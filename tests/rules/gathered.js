(() => {
  const texts = {}, walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode, { fontFamily, fontWeight, fontStyle } = getComputedStyle(node.parentElement)
    const look = JSON.stringify({ fontFamily, fontWeight, fontStyle })
    if (node.parentElement.getClientRects().length) texts[look] = `${texts[look] ?? ""} ${node.data}`
  }
  for (const [look, text] of Object.entries(texts)) {
    const all = Object.assign(document.createElement("p"), { className: "gathered", textContent: text })
    Object.assign(document.body.appendChild(all).style, JSON.parse(look))
  }
})()
