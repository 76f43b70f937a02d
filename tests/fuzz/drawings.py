"""Drawings as drawing programs write them."""

INKSCAPE = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<svg width="60mm" height="60mm" viewBox="0 0 60 60" version="1.1" id="svg5" inkscape:version="1.3"
   xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd"
   xmlns:xlink="http://www.w3.org/1999/xlink" xmlns="http://www.w3.org/2000/svg">
  <sodipodi:namedview id="namedview7" pagecolor="#ffffff" inkscape:zoom="0.9"/>
  <defs id="defs2">
    <linearGradient inkscape:collect="always" id="lg1"><stop style="stop-color:#1a5fb4;stop-opacity:1" offset="0" id="s1"/>
      <stop style="stop-color:#1a5fb4;stop-opacity:0" offset="1" id="s2"/></linearGradient>
    <radialGradient inkscape:collect="always" xlink:href="#lg1" id="rg2" cx="30" cy="30" fx="28" fy="28" r="20"
      gradientTransform="matrix(1,0,0,1.2,0,-6)" gradientUnits="userSpaceOnUse"/>
    <clipPath clipPathUnits="userSpaceOnUse" id="clip3"><rect x="5" y="5" width="50" height="50" ry="4" id="r4"/></clipPath>
    <filter id="blur5" x="-0.1" y="-0.1" width="1.2" height="1.2"><feGaussianBlur stdDeviation="0.4" id="fe6"/></filter>
    <marker style="overflow:visible" id="arrow" refX="0" refY="0" orient="auto" markerWidth="3" markerHeight="3">
      <path d="M 5,0 -3,4 V -4 Z" id="p7"/></marker>
  </defs>
  <g inkscape:label="Layer 1" inkscape:groupmode="layer" id="layer1" clip-path="url(#clip3)" transform="translate(0.5,-0.25)">
    <rect style="fill:url(#rg2);stroke:#000000;stroke-width:0.264583;stroke-dasharray:1,0.5" id="rect1" width="40" height="30" x="8" y="9"/>
    <path style="fill:none;stroke:#c01c28;stroke-width:0.8;marker-end:url(#arrow)" d="m 10,50 c 5,-12 20,-12 30,0 s 9,3 11,1" id="path2"/>
    <g id="g9" style="filter:url(#blur5);opacity:0.8"><ellipse id="e1" cx="30" cy="25" rx="9" ry="6.5"/></g>
    <use x="0" y="0" xlink:href="#g9" id="use3" transform="matrix(0.5,0,0,0.5,20,20)"/>
    <text xml:space="preserve" style="font-size:4px;font-family:'Source Sans Pro';text-anchor:middle" x="30" y="56" id="t1"><tspan
       sodipodi:role="line" x="30" y="56" id="ts1">A word</tspan></text>
  </g>
</svg>
"""
FIGMA = """\
<svg width="64" height="64" viewBox="0 0 64 64" fill="none" xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">
<g clip-path="url(#c0)" filter="url(#f0)"><rect width="64" height="64" rx="8" fill="white"/>
<path fill-rule="evenodd" clip-rule="evenodd" d="M32 4C16.536 4 4 16.536 4 32s12.536 28 28 28 28-12.536 28-28S47.464 4 32 4Z" fill="url(#p0)"/>
<mask id="m0" style="mask-type:alpha" maskUnits="userSpaceOnUse" x="0" y="0" width="64" height="64"><circle cx="32" cy="32" r="20" fill="#D9D9D9"/></mask>
<g mask="url(#m0)"><rect x="8.5" y="8.5" width="47" height="47" fill="url(#pat)" stroke="#09f8"/><line x1="0" y1="64" x2="64" y2="0" stroke="rgb(10% 20% 30%)"/></g></g>
<defs><filter id="f0" x="0" y="0" width="64" height="68" filterUnits="userSpaceOnUse" color-interpolation-filters="sRGB">
<feFlood flood-opacity="0" result="B"/><feColorMatrix in="SourceAlpha" type="matrix" values="0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 127 0" result="h"/>
<feOffset dy="4"/><feGaussianBlur stdDeviation="2"/><feBlend mode="normal" in2="B" result="e"/><feBlend in="SourceGraphic" in2="e"/></filter>
<linearGradient id="p0" x1="32" y1="4" x2="32" y2="60" gradientUnits="userSpaceOnUse"><stop stop-color="#7B61FF"/><stop offset="1" stop-color="#FF61DC" stop-opacity=".4"/></linearGradient>
<pattern id="pat" width="0.1" height="0.1" patternContentUnits="objectBoundingBox" patternTransform="rotate(30)"><use xlink:href="#u" transform="scale(.02)"/></pattern>
<symbol id="s" viewBox="0 0 4 4"><path id="u" d="M0 0h2v2z" fill="#f40"/></symbol><clipPath id="c0"><rect width="64" height="64" rx="8" fill="white"/></clipPath></defs>
<use href="#s" x="2" y="2" width="8" height="8"/></svg>
"""
OFFICE = """\
<svg xmlns="http://www.w3.org/2000/svg" width="150mm" height="100mm" viewBox="0 0 15000 10000" preserveAspectRatio="xMidYMid" fill-rule="evenodd" stroke-width="28.222" stroke-linejoin="round">
 <defs><g id="tiny"><path d="M 0,0 L 100,0 100,100 Z"/></g></defs>
 <g class="Page"><g class="com.sun.star.drawing.CustomShape"><g id="id3"><rect class="BoundingBox" stroke="none" fill="none" x="1000" y="1000" width="4002" height="3002"/>
  <path fill="rgb(114,159,207)" stroke="none" d="M 3000,4000 L 1000,4000 1000,1000 5000,1000 5000,4000 3000,4000 Z"/>
  <path fill="none" stroke="rgb(52,101,164)" d="M 3000,4000 L 1000,4000 1000,1000 5000,1000 5000,4000 3000,4000 Z"/></g></g>
 <g><text class="SVGTextShape"><tspan class="TextParagraph" font-family="Lato, sans-serif" font-size="635px" font-weight="700"><tspan class="TextPosition" x="2000" y="2600"><tspan fill="rgb(0,0,0)" stroke="none">Sum &amp; total</tspan></tspan></tspan></text></g>
 <g transform="translate(9000 5000) skewX(12) scale(1,-1)"><use href="#tiny" transform="scale(9)"/><polyline points="0,0 10,2000 900,400" fill="none" stroke="#080"/></g>
 <switch><g systemLanguage="de"><circle r="300"/></g><g><ellipse rx="900" ry="200" cx="9000" cy="2000" fill="hsl(200,50%,40%)"/></g></switch></g>
</svg>
"""
DRAWINGS = {"inkscape": INKSCAPE, "figma": FIGMA, "office": OFFICE}
